import type { Capability } from '../capability.ts'
import type { CodeWithParams, NoParams } from '../../coded.ts'
import type { JsonPath, Problem } from '../problem.ts'
import { withoutLocation } from '../submission-problem.ts'
import type { Values } from '../values.ts'
import { checkValues } from './check-values.ts'
import type { Mode } from './field.ts'
import { valueNamed } from './field-name.ts'
import { migrateValues } from './migrate-values.ts'
import { isDeepEmpty } from './media-values.ts'
import type { UnmappedReason, ValueChange } from './value-change.ts'

/** Parameters of each reason why saved values don't fit the current contract. */
export type ContractMismatchParams = {
  readonly 'capability-not-offered': NoParams
  readonly 'unmapped-value': { readonly label: string; readonly path: JsonPath; readonly reason: UnmappedReason }
  readonly 'invalid-value': { readonly problem: Problem }
  readonly 'coerced-value': { readonly label: string; readonly change: ValueChange }
}
export type ContractMismatch = CodeWithParams<ContractMismatchParams>

/**
 * Returns each reason why these values don't fit the current contract. Reports values without a field, values that would be changed and
 * values that can't be sent unchanged. Missing values aren't reported.
 */
export function contractMismatches(capability: Capability, values: Values, modeId: Mode['id'] | null): readonly ContractMismatch[] {
  const { values: fitted, coerced, unmapped } = migrateValues(capability, values)
  const problems = checkValues(capability, fitted, () => null, modeId ?? undefined)
  return [
    ...unmapped.map(({ label, path, reason }): ContractMismatch => ({ code: 'unmapped-value', params: { label, path, reason } })),
    ...problems
      .filter(({ field }) => field !== null && !isDeepEmpty(valueNamed(fitted, field)))
      .map((problem): ContractMismatch => ({ code: 'invalid-value', params: { problem: withoutLocation(problem) } })),
    ...coerced.map(({ label, change }): ContractMismatch => ({ code: 'coerced-value', params: { label, change } }))
  ]
}
