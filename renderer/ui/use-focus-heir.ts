import type { RefObject } from 'react'
import { useLayoutEffect } from 'react'

/**
 * What has the focus must not take it away when it goes: it falls to what `heirOf` finds once the element is gone, else to the view that is
 * there then, unless something has taken it already.
 */
export function useFocusHeir(element: RefObject<HTMLElement | null>, heirOf: () => HTMLElement | null = nobody): void {
  useLayoutEffect(() => {
    const own = element.current
    return () => {
      // The element still stands here, and is gone in the next turn.
      if (own?.contains(document.activeElement) !== true) return
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const heir = heirOf() ?? document.querySelector<HTMLElement>('main')
        heir?.focus({ preventScroll: true })
      })
    }
  }, [element, heirOf])
}

function nobody(): null {
  return null
}
