import type { Task } from '../../shared/task.ts'

/**
 * True if an unfinished task waits for the network, or if a task failed with only the system's error code and no service response.
 * `isOnline` is false if the active account's service is unreachable.
 */
export function hasNetworkFailure(
  { failure, finishedAt, phase }: Pick<Task, 'failure' | 'finishedAt' | 'phase'>,
  isOnline: boolean
): boolean {
  if (phase === 'cancelled' || phase === 'done') return false
  if (finishedAt === null && !isOnline) return true
  return failure !== null && failure.httpStatus === null && failure.errorType === null && failure.serviceMessage !== null
}
