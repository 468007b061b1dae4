import { request } from '../bridge/kiln.ts'
import type { FormOrigin } from '../navigation/form-prefill.ts'

/** Requests a form with the values of an earlier task or a library item's recipe. Local files get new tokens. */
export function openOriginForm(origin: FormOrigin): ReturnType<typeof request<'workspace.openTask'>> {
  return 'taskId' in origin
    ? request('workspace.openTask', { taskId: origin.taskId })
    : request('workspace.openItem', { itemId: origin.itemId })
}
