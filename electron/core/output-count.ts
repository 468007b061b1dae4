import { namedCount } from './fresh-addresses.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/** How often a service that names fewer outputs than were asked for is asked again before the task counts as finished. */
export const mostRecounts = 4

/**
 * How many outputs were asked for (spec section 2.5: `imageNum`, a number as a string). 1 if it is not known, such as for a task that was made
 * elsewhere. A task that was found after a restore has no body; then its values tell.
 */
export function outputsAskedFor({ body, values }: Pick<TaskRecord, 'body' | 'values'>): number {
  // The body is text of our own making.
  const { imageNum } = body === null ? values : (JSON.parse(body) as { readonly imageNum?: unknown })
  const count = Number(imageNum)
  return Number.isInteger(count) && count > 1 ? count : 1
}

/** True while the service is asked again because it named fewer outputs than were asked for. */
export function wantsRecount(record: TaskRecord, state: Extract<TaskState, { phase: 'collecting' }>): boolean {
  return state.recounts < mostRecounts && namedCount(state.outputs) < outputsAskedFor(record)
}
