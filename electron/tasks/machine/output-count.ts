import { listedOutputCount } from './refresh-result-urls.ts'
import type { TaskRecord, TaskState } from './task-record.ts'

/** Maximum number of further queries if the service has listed fewer outputs than requested. The task then ends with fewer outputs. */
export const maxRecounts = 4

/**
 * Returns the number of requested outputs, from `imageNum`. This field is a number as a string (spec section 2.5). Returns 1 if the number
 * is unknown, for example if another client created the task. If `body` is null, as after restoring a backup, `values` are used.
 */
export function requestedOutputCount({ body, values }: Pick<TaskRecord, 'body' | 'values'>): number {
  // Kiln wrote this body, so it is valid JSON.
  const { imageNum } = body === null ? values : (JSON.parse(body) as { readonly imageNum?: unknown })
  const count = Number(imageNum)
  return Number.isInteger(count) && count > 1 ? count : 1
}

/** True while another query is needed, because the service has listed fewer outputs than requested. */
export function needsRecount(record: TaskRecord, state: Extract<TaskState, { phase: 'collecting' }>): boolean {
  return state.recounts < maxRecounts && listedOutputCount(state.outputs) < requestedOutputCount(record)
}
