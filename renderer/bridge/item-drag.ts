import { request } from './kiln.ts'

/** Drag type for our own results within the window: their IDs, separated by spaces. */
export const itemDragType = 'application/x-kiln-item'

let draggedIds: readonly string[] = []

/**
 * IDs of the results in the current native file drag, empty if none exists. When dropped inside the window, they are still results to a
 * well, not files. This preserves their lineage.
 */
export function draggedItems(): readonly string[] {
  return draggedIds
}

/** Starts a native drag of these results' files, also for other programs. `picture`: drag image, PNG. */
export function startNativeDrag(ids: readonly string[], picture: Uint8Array<ArrayBuffer>): ReturnType<typeof request<'result.dragOut'>> {
  draggedIds = ids
  // The page isn't told where a native drag ends. The next pointer move without a pressed button ends it.
  const listening = new AbortController()
  const putDown = (event: PointerEvent): void => {
    if (event.buttons !== 0) return
    draggedIds = []
    listening.abort()
  }
  window.addEventListener('pointermove', putDown, { signal: listening.signal, capture: true })
  return request('result.dragOut', { ids: [...ids], picture })
}
