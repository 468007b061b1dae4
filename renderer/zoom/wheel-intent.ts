/** Effect of a wheel turn or a two-finger gesture on an image. */
export type WheelIntent =
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'pan'; readonly x: number; readonly y: number }

type Wheel = { readonly deltaX: number; readonly deltaY: number; readonly deltaMode: number; readonly ctrlKey: boolean }

/**
 * Determines the effect of a wheel event. A pinch sends small steps with Ctrl held. A mouse wheel sends large vertical steps. Anything else
 * is a two-finger scroll.
 */
export function wheelIntent({ deltaX, deltaY, deltaMode, ctrlKey }: Wheel): WheelIntent {
  const isNotch = deltaMode !== 0 || (deltaX === 0 && Math.abs(deltaY) >= 50)
  if (ctrlKey && !isNotch) return { kind: 'zoom', factor: Math.exp(-deltaY / 100) }
  if (isNotch) return { kind: 'zoom', factor: deltaY < 0 ? 1.25 : 0.8 }
  return { kind: 'pan', x: -deltaX, y: -deltaY }
}
