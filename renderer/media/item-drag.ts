import { request } from '../bridge/kiln.ts'

/** Drag data type for Kiln's own results within the window. The data is a list of item IDs, separated by spaces. */
export const itemDragType = 'application/x-kiln-item'

let draggedIds: readonly string[] = []

/**
 * Returns the IDs of the results in the current native file drag. Empty if Kiln didn't start the drag. A media field adds these results by
 * ID instead of as files, which preserves their lineage.
 */
export function draggedItemIds(): readonly string[] {
  return draggedIds
}

/** Starts a native drag of the results' files. The files can also be dropped on other apps. `picture` is the drag image as a PNG file. */
export function startNativeDrag(ids: readonly string[], picture: Uint8Array<ArrayBuffer>): ReturnType<typeof request<'result.dragOut'>> {
  draggedIds = ids
  // The page isn't notified when a native drag ends. The drag therefore counts as ended at the next pointer move without a pressed button.
  const listening = new AbortController()
  const putDown = (event: PointerEvent): void => {
    if (event.buttons !== 0) return
    draggedIds = []
    listening.abort()
  }
  window.addEventListener('pointermove', putDown, { signal: listening.signal, capture: true })
  return request('result.dragOut', { ids: [...ids], picture })
}
