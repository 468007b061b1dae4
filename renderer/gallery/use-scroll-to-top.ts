import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** Scrolls to the top when `query` changes. Set the returned reference to whether the element is at the top. */
export function useScrollToTop(scroller: RefObject<HTMLDivElement | null>, query: string): RefObject<boolean> {
  const askedBefore = useRef(query)
  const isAtTop = useRef(true)
  useLayoutEffect(() => {
    if (askedBefore.current === query) return
    askedBefore.current = query
    // Scrolling forces a layout, so the grid scrolls only if it isn't at the top.
    if (!isAtTop.current) scroller.current?.scrollTo({ top: 0 })
  }, [query, scroller])
  return isAtTop
}
