import { nestedFieldName, fieldNameSteps } from '../../shared/form/fields.ts'
import { fieldElementId } from './field-input-props.ts'
import { showErrorEventName } from './use-text-editor.ts'

/**
 * Scrolls a field into view and focuses it, and opens any collapsed section around it. Selects the part of a text that exceeds its limit,
 * or the JSON line with the error. If the field isn't rendered, uses its nearest rendered parent. `index` is the zero-based list item, or
 * null for the whole field.
 */
export function focusField(name: string, index: number | null): void {
  const place = index === null ? null : document.getElementById(fieldElementId(name, index))
  const element = place ?? nearestElement(name)
  for (let fold = element?.closest('details'); fold; fold = fold.parentElement?.closest('details')) fold.setAttribute('open', '')
  // Scrolling from a script ignores the CSS rule for reduced motion, so the setting is checked here.
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  element?.scrollIntoView({ block: 'center', behavior })
  const inner = element?.matches('[role=radiogroup]') ? element.querySelector<HTMLElement>('[role=radio]') : null
  ;(inner ?? element)?.focus({ preventScroll: true })
  element?.dispatchEvent(new CustomEvent(showErrorEventName, { detail: name }))
}

function nearestElement(name: string): HTMLElement | null {
  const [first = '', ...inner] = fieldNameSteps(name)
  for (let depth = inner.length; depth >= 0; depth -= 1) {
    const element = document.getElementById(fieldElementId(inner.slice(0, depth).reduce(nestedFieldName, first)))
    if (element !== null) return element
  }
  return null
}
