import type { RefObject, UIEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { galleryStore } from './gallery-store.ts'

/** Scrolls to the top when `query` changes. Returns the scroll handler, which also remembers the scroll position. */
export function useScrollToTop(scroller: RefObject<HTMLDivElement | null>, query: string): (event: UIEvent) => void {
  const askedBefore = useRef(query)
  const isAtTop = useRef(true)
  useLayoutEffect(() => {
    if (askedBefore.current === query) return
    askedBefore.current = query
    // Scrolling forces a layout, so the grid scrolls only if it isn't at the top.
    if (!isAtTop.current) scroller.current?.scrollTo({ top: 0 })
  }, [query, scroller])
  return ({ currentTarget: { scrollTop } }) => {
    isAtTop.current = scrollTop === 0
    galleryStore.setState({ scrollTop })
  }
}
