import type { NumberField } from '../../shared/form/fields.ts'
import { numberStepSize } from '../../shared/form/fields.ts'
import { joinPhrases } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { formatCount } from '../ui/format.ts'

/**
 * Returns the number after a key press, kept within the bounds. Null if `key` isn't an arrow key, Page Up or Page Down. `now` is the
 * current number, or null if the field is empty. If `isFar` is true, arrow keys step ten times as far.
 */
export function numberAfterKey(field: NumberField, now: number | null, key: string, isFar: boolean): number | null {
  const { minimum, maximum, isMinimumOpen, isMaximumOpen } = field
  const step = numberStepSize(field)
  const least = minimum === null ? -Infinity : isMinimumOpen ? minimum + step : minimum
  const most = maximum === null ? Infinity : isMaximumOpen ? maximum - step : maximum
  const steps: { readonly [key: string]: number } = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }
  const count = Object.hasOwn(steps, key) ? (steps[key] ?? 0) : 0
  if (count === 0) return null
  const far = isFar && Math.abs(count) === 1 ? 10 : 1
  // An empty field first steps to its minimum. Without a minimum, it steps to the allowed value nearest to zero.
  const from = now ?? (Number.isFinite(least) ? least : 0)
  const to = now === null ? from : from + count * far * step
  return rounded(Math.min(Math.max(to, least), most), step)
}

/** Removes binary rounding errors, so that 0.1 + 0.2 gives 0.3. */
function rounded(value: number, step: number): number {
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step)) + 2))
  return Number(value.toFixed(decimals))
}

/**
 * Returns a whole number with grouped thousands, such as "30,000". For other numbers, returns `text`, because formatting would round them.
 */
export function groupThousands(text: string, value: number): string {
  return Number.isInteger(value) ? formatCount(value) : text
}

/**
 * Describes the range of a field, such as "0 to 2,048, in steps of 8". Undefined if the field has neither bounds nor a step above 1.
 * Smaller steps are omitted, because users type such numbers anyway.
 */
export function rangeText(field: NumberField): string | undefined {
  const { step } = field
  const steps = step === null || step <= 1 ? null : say('in steps of {step, number}', { step })
  return joinPhrases(boundsText(field), steps) || undefined
}

function boundsText({ minimum, maximum, isMinimumOpen, isMaximumOpen }: NumberField): string | null {
  const least = minimum === null ? null : isMinimumOpen ? say('more than {least, number}', { least: minimum }) : formatCount(minimum)
  const most = maximum === null ? null : isMaximumOpen ? say('less than {most, number}', { most: maximum }) : formatCount(maximum)
  if (least !== null && most !== null)
    return isMinimumOpen || isMaximumOpen ? joinPhrases(least, most) : say('{least} to {most}', { least, most })
  if (least !== null) return isMinimumOpen ? least : say('{least} or more', { least })
  return most === null ? null : isMaximumOpen ? most : say('up to {most}', { most })
}
