import type { DragEvent } from 'react'
import { useEffect, useRef } from 'react'

/** Delay before a sidebar item opens while the user drags something over the item. */
const holdInMs = 550

/**
 * Returns drag handlers that call `onOpen` when something is dragged over a sidebar item for a moment. The user can then drop files or
 * results into a form that wasn't open.
 */
export function useSpringLoading(onOpen: () => void): {
  readonly onDragEnter: (event: DragEvent) => void
  readonly onDragLeave: (event: DragEvent) => void
  readonly onDrop: () => void
} {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  function stop(): void {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
  }
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    []
  )
  return {
    onDragEnter: () => {
      stop()
      timer.current = setTimeout(onOpen, holdInMs)
    },
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) stop()
    },
    onDrop: stop
  }
}
