import type { DragEvent } from 'react'
import { useEffect, useRef } from 'react'

/** How long something has to be dragged over a sidebar item before the item opens. */
const holdInMs = 550

/** Opens a sidebar item when something is dragged over it. Files and results can then be dropped into a form that wasn't open. */
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
