import type { ResultAction } from './result-actions.ts'

/** True if one task can take all results. */
export function canCombineInputs({ field }: ResultAction, count: number): boolean {
  return count > 1 && field.isMany && field.minItems <= count && (field.maxItems === null || field.maxItems >= count)
}
