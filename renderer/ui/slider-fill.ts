/**
 * The filled part of a slider's track. All positions are from 0 (start) to 1 (end). A track whose range crosses zero is filled from zero,
 * whose position is `zero`. Otherwise `zero` is null, and the track is filled from its start.
 */
export type SliderFill = { readonly from: number; readonly to: number; readonly zero: number | null }

export function sliderFill(min: number, max: number, value: number): SliderFill {
  const partAt = (at: number): number => (max > min ? (at - min) / (max - min) : 0)
  const zero = min < 0 && max > 0 ? partAt(0) : null
  const base = zero ?? 0
  return { from: Math.min(base, partAt(value)), to: Math.max(base, partAt(value)), zero }
}
