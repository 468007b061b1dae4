import { request } from './kiln.ts'

/** Drag type for our own results within the window: their IDs, separated by spaces. */
export const itemDragType = 'application/x-kiln-item'

let draggedIds: readonly string[] = []

/**
 * Ids of the results in the current native file drag. Empty if none exists. When they are dropped inside the window, a well still accepts
 * them as results instead of files, which preserves their lineage.
 */
export function draggedItems(): readonly string[] {
  return draggedIds
}

/** Starts a native drag of these results' files, also for other programs. `picture`: drag image, PNG. */
export function startNativeDrag(ids: readonly string[], picture: Uint8Array<ArrayBuffer>): ReturnType<typeof request<'result.dragOut'>> {
  draggedIds = ids
  // The page isn't told where a native drag ends, so the next pointer move without a button pressed ends it.
  const listening = new AbortController()
  const putDown = (event: PointerEvent): void => {
    if (event.buttons !== 0) return
    draggedIds = []
    listening.abort()
  }
  window.addEventListener('pointermove', putDown, { signal: listening.signal, capture: true })
  return request('result.dragOut', { ids: [...ids], picture })
}
