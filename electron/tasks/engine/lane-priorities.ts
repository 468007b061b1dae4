import type { TaskRecord } from '../machine/task-record.ts'
import type { BatchRegistry } from './batch-registry.ts'
import type { LanePriorities } from './lane.ts'
import { outputOf, type TaskMemory } from './task-memory.ts'

/**
 * Returns the priorities for uploads and submissions. Single tasks start before batch rows. If there is more than one slot, batch rows
 * leave one free. A single task therefore doesn't wait behind hundreds of rows. Rows that have already started come before other rows.
 */
export function sendingPriorities(
  slots: number,
  { memory: { records }, batchRegistry }: { readonly memory: TaskMemory; readonly batchRegistry: BatchRegistry }
): LanePriorities {
  const mostRows = Math.max(1, slots - 1)
  return {
    count: 3,
    of: (id) => ((records.get(id)?.batch ?? null) === null ? 0 : batchRegistry.isAtWork(id) ? 1 : 2),
    hasCapacity: (rank, [, begun = 0, fresh = 0]) => rank === 0 || (begun + fresh < mostRows && (rank === 1 || batchRegistry.hasCapacity()))
  }
}

/**
 * Returns priorities that start first attempts before retries. Retries leave slots free, so an unreachable host can't delay other hosts.
 */
export function retryPriorities(slots: number, slotsForRetry: number, { records }: TaskMemory): LanePriorities {
  const most = Math.min(slotsForRetry, Math.max(1, slots - 1))
  return {
    count: 2,
    of: (id) => (failedLast(records.get(id)) ? 1 : 0),
    hasCapacity: (rank, [, retries = 0]) => rank === 0 || retries < most
  }
}

/** Returns the priorities for downloads. Those with a replacement URL start first, because that URL may also expire soon. */
export function downloadPriorities(slotsForRetry: number, memory: TaskMemory): LanePriorities {
  return {
    count: 3,
    of: (id) => (memory.refusedAddresses.has(id) ? 0 : (outputOf(id, memory)?.tries ?? 0) === 0 ? 1 : 2),
    hasCapacity: (rank, [, , retries = 0]) => rank < 2 || retries < slotsForRetry
  }
}

/** True if the task's last request failed. Its next request has a lower priority. */
function failedLast(record: TaskRecord | undefined): boolean {
  const state = record?.state
  if (state?.phase === 'collecting') return state.tries > 0
  return state !== undefined && 'faultsInARow' in state && state.faultsInARow > 0
}
