import { taskStore } from '../bridge/session.ts'

/** Returns the IDs of a batch's tasks that can be hidden and aren't hidden yet. */
export function taskIdsToHide(batchId: string): readonly string[] {
  return taskStore.all().flatMap(({ id, batch, can, hidden }) => (batch?.id === batchId && can.hide && !hidden ? [id] : []))
}
