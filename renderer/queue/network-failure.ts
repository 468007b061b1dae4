import type { Task } from '../../shared/task/task.ts'

/**
 * True if a network problem is the likely cause of a delay or failure. This is the case if an unfinished task can't reach the service.
 * Failures with a message, but no HTTP status or error type, also count. `isOnline` is false if the active account's service is
 * unreachable.
 */
export function hasNetworkFailure(
  { failure, finishedAt, phase }: Pick<Task, 'failure' | 'finishedAt' | 'phase'>,
  isOnline: boolean
): boolean {
  if (phase === 'cancelled' || phase === 'done') return false
  if (finishedAt === null && !isOnline) return true
  return failure !== null && failure.httpStatus === null && failure.errorType === null && failure.serviceMessage !== null
}
