import type { RefObject } from 'react'
import { useCallback, useLayoutEffect } from 'react'

/**
 * When `element` disappears while it has the focus, focuses the result of `fallbackOf`, else the current view. Does nothing if another
 * element has already taken the focus.
 */
export function useFocusFallback(element: RefObject<HTMLElement | null>, fallbackOf: () => HTMLElement | null = noFallback): void {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      // The element is still in the document here. It is gone when the microtask runs.
      if (own?.contains(document.activeElement) !== true) return
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const fallback = fallbackOf() ?? document.querySelector<HTMLElement>('main')
        fallback?.focus({ preventScroll: true })
      })
    }
  }, [element, fallbackOf])
}

/** Like `useFocusFallback`, but focuses the element that then has the ID `id`. */
export function useFocusFallbackById(element: RefObject<HTMLElement | null>, id: string): void {
  const fallbackOf = useCallback(() => document.getElementById(id), [id])
  useFocusFallback(element, fallbackOf)
}

function noFallback(): null {
  return null
}
