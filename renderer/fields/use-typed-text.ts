import { useState } from 'react'
import type { Value } from '../../shared/form/values.ts'
import { parseTypedNumber } from './parse-typed-number.ts'

/**
 * Returns the text of a number box, and a function for typed text. The text may not be a valid number yet, such as "1." before "1.5". If
 * `value` changes elsewhere, for example through a slider or the dice button, the text is replaced.
 */
export function useTypedText(value: Value | undefined, onType: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: textOfValue(value), value })
  const isStale = typed.value !== value && parseTypedNumber(typed.text) !== value
  const text = isStale ? textOfValue(value) : typed.text
  return [
    text,
    (next) => {
      setTyped({ text: next, value })
      onType(next)
    }
  ]
}

function textOfValue(value: Value | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}
