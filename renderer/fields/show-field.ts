import { innerName, stepsOf } from '../../shared/fields.ts'
import { fieldElementId } from './field-input-props.ts'
import { showOverflowEvent } from './use-text-editor.ts'

/**
 * Brings a field into sight and gives it the focus; of a text that is too long, what is too much; of JSON, the line. What is not drawn by
 * itself is shown by what holds it.
 */
export function showField(name: string, index: number | null): void {
  const place = index === null ? null : document.getElementById(fieldElementId(name, index))
  const element = place ?? nearestElement(name)
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.setAttribute('open', '')
  // What a script asks for goes before what the style says, so it asks itself whether it may move.
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  element?.scrollIntoView({ block: 'center', behavior })
  const inner = element?.matches('[role=radiogroup]') ? element.querySelector<HTMLElement>('[role=radio]') : null
  ;(inner ?? element)?.focus({ preventScroll: true })
  element?.dispatchEvent(new CustomEvent(showOverflowEvent, { detail: name }))
}

function nearestElement(name: string): HTMLElement | null {
  const [first = '', ...inner] = stepsOf(name)
  for (let depth = inner.length; depth >= 0; depth -= 1) {
    const element = document.getElementById(fieldElementId(inner.slice(0, depth).reduce(innerName, first)))
    if (element !== null) return element
  }
  return null
}
