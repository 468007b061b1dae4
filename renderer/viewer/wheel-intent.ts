/** What turning a wheel, or two fingers on a pad, wants of a picture. */
export type WheelIntent =
  | { readonly does: 'zoom'; readonly factor: number }
  | { readonly does: 'pan'; readonly x: number; readonly y: number }

type Wheel = { readonly deltaX: number; readonly deltaY: number; readonly deltaMode: number; readonly ctrlKey: boolean }

/** A pinch comes as a wheel with Ctrl held, in small steps; a mouse wheel in large ones and never sideways; all else is two fingers moving. */
export function wheelIntent({ deltaX, deltaY, deltaMode, ctrlKey }: Wheel): WheelIntent {
  const isNotch = deltaMode !== 0 || (deltaX === 0 && Math.abs(deltaY) >= 50)
  if (ctrlKey && !isNotch) return { does: 'zoom', factor: Math.exp(-deltaY / 100) }
  if (isNotch) return { does: 'zoom', factor: deltaY < 0 ? 1.25 : 0.8 }
  return { does: 'pan', x: -deltaX, y: -deltaY }
}
