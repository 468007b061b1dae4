import type { Capability } from '../capability.ts'
import type { Values } from '../values.ts'
import { checkValues } from './check-values.ts'
import type { Mode } from './field.ts'
import { valueNamed } from './field-name.ts'
import { migrateValues } from './migrate-values.ts'
import { isDeepEmpty } from './media-values.ts'
import { quoteValue } from './format-list.ts'
import { say, translateStored } from '../../i18n/say.ts'

/**
 * Returns one sentence for each reason why these values don't fit the current contract. Reports values without a field, values that would
 * be changed and values that can't be sent unchanged. Missing values aren't reported.
 */
export function contractMismatches(capability: Capability, values: Values, modeId: Mode['id'] | null): readonly string[] {
  const { values: fitted, coerced, unmapped } = migrateValues(capability, values)
  const problems = checkValues(capability, fitted, () => null, modeId ?? undefined)
  return [
    ...unmapped.map(({ label, why }) =>
      say('{label} can’t be kept: {why}', { label: quoteValue(label), why: lowered(translateStored(why)) })
    ),
    ...problems.flatMap(({ field, message }) => (field !== null && !isDeepEmpty(valueNamed(fitted, field)) ? [message] : [])),
    ...coerced.map(({ words }) => words)
  ]
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
