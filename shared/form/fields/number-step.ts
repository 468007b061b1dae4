import type { NumberField } from './field.ts'

/** Allowed numbers: every `step` from `origin`, between `min` and `max`. */
export type StepRange = { readonly min: number; readonly max: number; readonly origin: number; readonly step: number }

/** Returns the nearest allowed number. */
export function nearestStep(number: number, { min, max, origin, step }: StepRange): number {
  const lowest = origin + Math.ceil((min - origin) / step) * step
  const highest = origin + Math.floor((max - origin) / step) * step
  return Math.min(Math.max(origin + Math.round((number - origin) / step) * step, lowest), highest)
}

/** Minimum number of steps between the bounds, if the contract doesn't set a step. */
const parts = 100

/**
 * Returns the contract's step, if set. Otherwise returns the largest power of ten that gives at least 100 steps between the bounds. Returns
 * 1 if a bound is missing.
 */
export function numberStepSize({ step, minimum, maximum }: NumberField): number {
  if (step !== null) return step
  if (minimum === null || maximum === null || maximum <= minimum) return 1
  return 10 ** Math.floor(Math.log10((maximum - minimum) / parts) + 1e-9)
}

/** Returns the nearest number that a field accepts. */
export function nearestNumber(field: NumberField, number: number): number {
  const nearest = nearestStep(number, {
    min: field.minimum ?? Number.MIN_SAFE_INTEGER,
    max: field.maximum ?? Number.MAX_SAFE_INTEGER,
    origin: field.step === null ? 0 : Math.max(0, field.minimum ?? 0),
    step: numberStepSize(field)
  })
  return Number(nearest.toFixed(8))
}
