import { namedCount } from './refresh-result-urls.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/** Maximum number of further queries if the service names fewer outputs than requested. After them the task counts as finished. */
export const maxRecounts = 4

/**
 * Number of requested outputs (spec section 2.5: `imageNum`, a number as a string). 1 if unknown, as for a task created elsewhere. A task
 * found after a restore has no body, so its values are used.
 */
export function requestedOutputCount({ body, values }: Pick<TaskRecord, 'body' | 'values'>): number {
  // Kiln wrote this body, so it is valid JSON.
  const { imageNum } = body === null ? values : (JSON.parse(body) as { readonly imageNum?: unknown })
  const count = Number(imageNum)
  return Number.isInteger(count) && count > 1 ? count : 1
}

/** True while another query is needed, because the service named fewer outputs than requested. */
export function needsRecount(record: TaskRecord, state: Extract<TaskState, { phase: 'collecting' }>): boolean {
  return state.recounts < maxRecounts && namedCount(state.outputs) < requestedOutputCount(record)
}
