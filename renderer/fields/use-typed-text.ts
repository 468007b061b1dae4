import { useState } from 'react'
import type { Value } from '../../shared/values.ts'
import { typedNumber } from './typed-number.ts'

/**
 * The text in a box while the user types. It may not be a value yet, such as "1." before "1.5". Follows changes of the value from
 * elsewhere, such as a slider, the dice button or a filled form.
 */
export function useTypedText(value: Value | undefined, onType: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: textOfValue(value), value })
  const isStale = typed.value !== value && typedNumber(typed.text) !== value
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
