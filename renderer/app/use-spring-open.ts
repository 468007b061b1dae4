import type { DragEvent } from 'react'
import { useEffect, useRef } from 'react'

/** How long something has to be held over a place before it opens. In milliseconds. */
const holdInMs = 550

/** A place of the sidebar opens under what is held over it, so that files and results can be carried into a form that is not open yet. */
export function useSpringOpen(onOpen: () => void): {
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
