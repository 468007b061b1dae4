/** In pixels of the screen that do not grow with its density. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** So much of the top edge has to be in sight that a pointer can take the window by it. */
const leastSeen = { width: 120, height: 24 }

/**
 * Where a window goes that nobody could reach: its screen was taken away, or has become smaller. Null: it can stay. `areas`: what each screen
 * has for windows, the main one first.
 */
export function placeInSight(window: Box, areas: readonly Box[]): Box | null {
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
