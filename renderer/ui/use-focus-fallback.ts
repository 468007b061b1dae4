import type { RefObject } from 'react'
import { useCallback, useLayoutEffect } from 'react'

/**
 * Moves the focus when `element` disappears while it contains the focus. The focus moves to the result of `fallbackOf`. If that is null,
 * the focus moves to the current view. Does nothing if another element already has the focus.
 */
export function useFocusFallback(element: RefObject<HTMLElement | null>, fallbackOf: () => HTMLElement | null = noFallback): void {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      // The element is still in the document here, but not when the microtask runs.
      if (own?.contains(document.activeElement) !== true) return
      queueMicrotask(() => {
        // An open dialog takes the focus itself if one of its elements disappears. It then keeps the focus unless there is a fallback.
        const isInDialog = document.activeElement?.role === 'dialog'
        if (document.activeElement !== document.body && !isInDialog) return
        const fallback = fallbackOf() ?? (isInDialog ? null : document.querySelector<HTMLElement>('main'))
        fallback?.focus({ preventScroll: true })
      })
    }
  }, [element, fallbackOf])
}

/** Like `useFocusFallback`, but the fallback is the element with the ID `id`. The element is looked up when the focus moves. */
export function useFocusFallbackById(element: RefObject<HTMLElement | null>, id: string): void {
  const fallbackOf = useCallback(() => document.getElementById(id), [id])
  useFocusFallback(element, fallbackOf)
}

function noFallback(): null {
  return null
}
