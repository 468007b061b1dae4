/** Position and size of a window or a work area, in device-independent pixels. */
export type WindowBounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Minimum visible size of the title bar, in pixels. The user drags the window by this part. */
const leastSeen = { width: 120, height: 24 }

/**
 * Returns new bounds for a window that the user can't reach. A screen may have been removed or become smaller. Null if the window can stay
 * where it is. `areas`: work area of each screen, the main one first.
 */
export function correctedWindowBounds(window: WindowBounds, areas: readonly WindowBounds[]): WindowBounds | null {
  const [main] = areas
  const isSeen = areas.some((area) => {
    const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
    const isTopWithin = window.y >= area.y && window.y + leastSeen.height <= area.y + area.height
    return width >= leastSeen.width && isTopWithin
  })
  if (isSeen || main === undefined) return null
  const width = Math.min(window.width, main.width)
  const height = Math.min(window.height, main.height)
  return {
    x: main.x + Math.round((main.width - width) / 2),
    y: main.y + Math.round((main.height - height) / 2),
    width,
    height
  }
}
