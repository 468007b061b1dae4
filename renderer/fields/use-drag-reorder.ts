import type { PointerEvent } from 'react'
import { useEffect, useRef, useState } from 'react'

export type DragReorderState = {
  /** Current index of the dragged item. Null if no item is dragged. */
  readonly draggedIndex: number | null
  readonly startDragging: (index: number, event: PointerEvent) => void
}

/** Attribute with the index of a slot, used to find the slot under the pointer. */
export const slotAttribute = 'data-slot'
/** Attribute with the ID of the list that a slot belongs to. It keeps nested lists apart. */
export const slotListAttribute = 'data-slot-list'

/**
 * Reorders a list by dragging. Calls `onMove` each time the pointer enters another slot. `list` is the ID of the list whose slots count. If
 * it is null, all slots count.
 */
export function useDragReorder(onMove: (from: number, to: number) => void, list: string | null = null): DragReorderState {
  const [draggedIndex, setDraggedIndex] = useState<number | null>(null)
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  const isDragging = draggedIndex !== null
  const at = useRef<number | null>(null)
  useEffect(() => {
    at.current = draggedIndex
  })

  useEffect(() => {
    if (!isDragging) return
    const listening = new AbortController()
    const { signal } = listening
    const stop = (): void => setDraggedIndex(null)
    const ownSlots = `[${slotAttribute}]${list === null ? '' : `[${slotListAttribute}=${JSON.stringify(list)}]`}`
    function follow(event: globalThis.PointerEvent): void {
      const slot = document.elementFromPoint(event.clientX, event.clientY)?.closest(ownSlots)
      const to = slot ? Number(slot.getAttribute(slotAttribute)) : null
      if (to === null || at.current === null || to === at.current) return
      move.current(at.current, to)
      at.current = to
      setDraggedIndex(to)
    }
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', stop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
    window.addEventListener('blur', stop, { signal })
    return () => listening.abort()
  }, [isDragging, list])

  return {
    draggedIndex,
    startDragging: (index, event) => {
      if (event.button !== 0) return
      setDraggedIndex(index)
    }
  }
}
