import { namedCount } from './fresh-addresses.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/** How often a service that names fewer outputs than were asked for is asked again before the task counts as finished. */
export const mostRecounts = 4

/** How many outputs were asked for (spec section 2.5: `imageNum`, a number as a string). 1 if the submission does not say. */
export function outputsAskedFor({ body }: Pick<TaskRecord, 'body'>): number {
  // The body is text of our own making; a task that was made elsewhere has none.
  const count = body === null ? 1 : Number((JSON.parse(body) as { readonly imageNum?: unknown }).imageNum)
  return Number.isInteger(count) && count > 1 ? count : 1
}

/** True while the service is asked again because it named fewer outputs than were asked for. */
export function wantsRecount(record: TaskRecord, state: Extract<TaskState, { phase: 'collecting' }>): boolean {
  return state.recounts < mostRecounts && namedCount(state.outputs) < outputsAskedFor(record)
}
