import type { Task } from '../../shared/task.ts'

/**
 * Whether a task that is not through waits for the network, or failed on the way: no answer of the service is there, and the system's code for what
 * happened is. `isOnline` false: the service of the account that is open is not reached.
 */
export function meetsNetworkTrouble(
  { failure, finishedAt, phase }: Pick<Task, 'failure' | 'finishedAt' | 'phase'>,
  isOnline: boolean
): boolean {
  if (phase === 'cancelled' || phase === 'done') return false
  if (finishedAt === null && !isOnline) return true
  return failure !== null && failure.httpStatus === null && failure.errorType === null && failure.serviceMessage !== null
}
