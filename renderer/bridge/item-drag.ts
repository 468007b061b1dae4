import { request } from './kiln.ts'

/** Drag type for Kiln's own results within the window. The data is their IDs, separated by spaces. */
export const itemDragType = 'application/x-kiln-item'

let draggedIds: readonly string[] = []

/**
 * IDs of the results in the current native file drag. Empty if there is no such drag. A well in the window treats them as results instead
 * of files, which preserves their lineage.
 */
export function draggedItems(): readonly string[] {
  return draggedIds
}

/** Starts a native drag of these results' files, also to other programs. `picture`: drag image as a PNG file. */
export function startNativeDrag(ids: readonly string[], picture: Uint8Array<ArrayBuffer>): ReturnType<typeof request<'result.dragOut'>> {
  draggedIds = ids
  // The page gets no event when a native drag ends. The next pointer move without a pressed button ends it.
  const listening = new AbortController()
  const putDown = (event: PointerEvent): void => {
    if (event.buttons !== 0) return
    draggedIds = []
    listening.abort()
  }
  window.addEventListener('pointermove', putDown, { signal: listening.signal, capture: true })
  return request('result.dragOut', { ids: [...ids], picture })
}
