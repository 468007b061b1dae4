import { useState } from 'react'
import type { Value } from '../../shared/values.ts'

/**
 * The text in a box while a person types, which may not be a value yet ("1." on the way to "1.5"). It follows the value when that is
 * changed elsewhere: a slider, a dice, a form that is filled.
 */
export function useTypedText(value: Value | undefined, onType: (text: string) => void): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: textOfValue(value), value })
  const isStale = typed.value !== value && Number(typed.text.replace(',', '.')) !== value
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
