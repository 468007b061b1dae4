import { request } from '../bridge/kiln.ts'
import { taskStore } from '../bridge/session.ts'
import { navigate } from './route.ts'

/** Opens the queue at a task or batch. `taskId` may be a batch ID. Unhides a hidden task. */
export function openTask(taskId: string): void {
  if (taskStore.get(taskId)?.hidden === true) void request('task.unhide', { ids: [taskId] })
  navigate({ view: 'queue', taskId })
}
