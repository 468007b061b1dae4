import type { KeyboardEvent } from 'react'
import { mirrorArrowKey } from './reading-direction-provider.tsx'

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Handler for a radio group's `onKeyDownCapture`. An arrow key moves the focus and the selection together, at once. Radix would move the
 * focus later and select only if the key is still down. A quick press on a busy computer would then select nothing.
 */
export function handleRadioArrowKey(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[mirrorArrowKey(event)]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]:not([disabled])')]
  const here = radios.findIndex((radio) => radio === document.activeElement)
  if (here === -1) return
  event.preventDefault()
  event.stopPropagation()
  const next = radios[(here + step + radios.length) % radios.length]
  next?.focus()
  next?.click()
}
