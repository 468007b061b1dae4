import type { Capability } from '../capability.ts'
import type { Values } from '../values.ts'
import { checkValues } from './check-values.ts'
import type { Mode } from './field.ts'
import { valueNamed } from './field-name.ts'
import { fitValues } from './fit-values.ts'
import { isHollow } from './media-values.ts'
import { quoted } from './say.ts'
import { say, sayAgain } from '../words/say.ts'

/**
 * What of these values does not fit the contract as it is, a sentence each: what is mended when they are used, what finds no place, and what may
 * not be sent as it stands. What is only missing is not among them.
 */
export function misfitsOfForm(capability: Capability, values: Values, modeId: Mode['id'] | null): readonly string[] {
  const { values: fitted, mended, left } = fitValues(capability, values)
  const problems = checkValues(capability, fitted, () => null, modeId ?? undefined)
  return [
    ...left.map(({ label, why }) => say('{label} finds no place: {why}', { label: quoted(label), why: lowered(sayAgain(why)) })),
    ...problems.flatMap(({ field, message }) => (field !== null && !isHollow(valueNamed(fitted, field)) ? [message] : [])),
    ...mended.map(({ words }) => words)
  ]
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
