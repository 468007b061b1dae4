import { request } from '../bridge/kiln.ts'
import type { FormOrigin } from './compose-view-props.ts'

/** Requests the values of an earlier task or a recipe, with their files as new drafts. */
export function openOrigin(origin: FormOrigin): ReturnType<typeof request<'workspace.openTask'>> {
  return 'taskId' in origin
    ? request('workspace.openTask', { taskId: origin.taskId })
    : request('workspace.openItem', { itemId: origin.itemId })
}
