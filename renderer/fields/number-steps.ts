import type { NumberField } from '../../shared/fields.ts'

/** Parts of the way between the bounds that a number without a step of its own moves by. */
const parts = 100

/** How far one step goes: the contract's own, else a round hundredth of the way between the bounds, else one. */
export function slidingStep({ step, minimum, maximum }: NumberField): number {
  if (step !== null) return step
  if (minimum === null || maximum === null || maximum <= minimum) return 1
  return 10 ** Math.floor(Math.log10((maximum - minimum) / parts) + 1e-9)
}

/** The number that a key leads to; Shift goes ten steps. Null: the key does not step. Never beyond the bounds. */
export function steppedNumber(field: NumberField, now: number | null, key: string, isFar: boolean): number | null {
  const { minimum, maximum, isMinimumOpen, isMaximumOpen } = field
  const step = slidingStep(field)
  const least = minimum === null ? -Infinity : isMinimumOpen ? minimum + step : minimum
  const most = maximum === null ? Infinity : isMaximumOpen ? maximum - step : maximum
  const steps: { readonly [key: string]: number } = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }
  const count = Object.hasOwn(steps, key) ? (steps[key] ?? 0) : 0
  if (count === 0) return null
  const far = isFar && Math.abs(count) === 1 ? 10 : 1
  // From nothing the first step leads to an end of the scale, or to the nearest that there is to zero.
  const from = now ?? (Number.isFinite(least) ? least : 0)
  const to = now === null ? from : from + count * far * step
  return rounded(Math.min(Math.max(to, least), most), step)
}

/** Without the dust of binary fractions: 0.1 + 0.2 is 0.3. */
function rounded(value: number, step: number): number {
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(step)) + 2))
  return Number(value.toFixed(decimals))
}
