import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** Maximum distance from the newest run at which the stage follows new runs. In CSS pixels. */
const followDistance = 80

type NewestRun = {
  /** Key of the newest run. Null if there are no runs. */
  readonly key: string | null
  /** Scroll position in CSS pixels at which the run is shown, from `newestRunScrollTop`. */
  readonly top: number
  /** Total height of all runs in CSS pixels. 0 until it’s known. */
  readonly totalSize: number
}

/**
 * Scrolls to the newest run at first. Later, scrolls there if the newest run was in view. If a run appears while the focus is elsewhere,
 * scrolls to the run and calls `onFollow`.
 */
export function useFollowNewest(scroller: RefObject<HTMLElement | null>, { key, top, totalSize }: NewestRun, onFollow: () => void): void {
  const isAtNewest = useRef(true)
  const scrolledTop = useRef(0)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = (): void => {
      // When the window grows, the browser limits the scroll position before the stage is measured again.
      const reachable = Math.min(scrolledTop.current, element.scrollHeight - element.clientHeight)
      isAtNewest.current = Math.abs(element.scrollTop - reachable) < followDistance
    }
    element.addEventListener('scroll', measure, { passive: true })
    return () => element.removeEventListener('scroll', measure)
  }, [scroller])
  const shownKey = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || totalSize === 0) return
    const isNew = shownKey.current !== key
    shownKey.current = key
    scrolledTop.current = top
    // The buttons for a result's actions are outside the scroller, but inside its parent.
    const isElsewhere = element.parentElement?.contains(document.activeElement) !== true
    if (isNew && isElsewhere) onFollow()
    if (isAtNewest.current || (isNew && isElsewhere)) element.scrollTo({ top })
  }, [scroller, key, totalSize, top, onFollow])
}
