import { request } from './kiln.ts'

/** The type under which results of our own are dragged within the window: their ids, with a space between. */
export const itemDragType = 'application/x-kiln-item'

let carried: readonly string[] = []

/**
 * What the pointer carries as files of our own, out of the window and over it. Within the window they are still these results: a well takes
 * them as such, so that what is made of them knows what it was made from. Empty: it carries nothing of ours.
 */
export function carriedItems(): readonly string[] {
  return carried
}

/** The pointer carries the files of these results from now on, for other programs too. `picture`: what is seen under it, as PNG. */
export function carryOut(ids: readonly string[], picture: Uint8Array<ArrayBuffer>): ReturnType<typeof request<'result.dragOut'>> {
  carried = ids
  // The system does not tell the page where the drag has ended; the next free move of the pointer does.
  const listening = new AbortController()
  const putDown = (event: PointerEvent): void => {
    if (event.buttons !== 0) return
    carried = []
    listening.abort()
  }
  window.addEventListener('pointermove', putDown, { signal: listening.signal, capture: true })
  return request('result.dragOut', { ids: [...ids], picture })
}
