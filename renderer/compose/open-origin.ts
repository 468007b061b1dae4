import { request } from '../bridge/kiln.ts'
import type { FormOrigin } from './compose-view-props.ts'

/** The values of an earlier task or of a recipe, with their files as drafts of today. */
export function openOrigin(origin: FormOrigin): ReturnType<typeof request<'desk.openTask'>> {
  return 'taskId' in origin ? request('desk.openTask', { taskId: origin.taskId }) : request('desk.openItem', { itemId: origin.itemId })
}
