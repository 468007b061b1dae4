/**
 * The filled part of a slider's scale, 0 to 1 from its start. A scale that crosses zero is filled from zero. `zero` is null if the scale
 * doesn't cross zero.
 */
export type SliderFill = { readonly from: number; readonly to: number; readonly zero: number | null }

export function sliderFill(min: number, max: number, value: number): SliderFill {
  const partAt = (at: number): number => (max > min ? (at - min) / (max - min) : 0)
  const zero = min < 0 && max > 0 ? partAt(0) : null
  const base = zero ?? 0
  return { from: Math.min(base, partAt(value)), to: Math.max(base, partAt(value)), zero }
}
