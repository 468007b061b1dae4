import type { LibraryTile } from '../../shared/library/library.ts'
import { session, taskStore } from '../bridge/session.ts'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'

/**
 * Returns the origin of a tile's values: its task, or its recipe if the queue doesn't have the task. A recipe's values are loaded later, so
 * they are empty here. Null if the service doesn't offer the capability.
 */
export function tileOrigin({ id, capability, task: taskId }: LibraryTile): ValuesOrigin | null {
  const { capabilities } = session.getState()
  if (capabilities.state !== 'ready' || !capabilities.value.some((one) => one.id === capability)) return null
  const task = taskId === null ? undefined : taskStore.get(taskId)
  return task === undefined ? { capability, values: {}, itemId: id } : { capability, values: task.values, taskId: task.id, resultId: id }
}
