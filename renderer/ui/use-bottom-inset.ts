import { useLayoutEffect } from 'react'

let floating = 0

/**
 * Marks the root while the caller floats at the bottom of the view. Toasts then appear above it. A `:has` selector at the root would do the
 * same, but the browser would evaluate it again on every change of the page.
 */
export function useBottomInset(): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    floating += 1
    dataset['floatsAtFoot'] = ''
    return () => {
      floating -= 1
      if (floating === 0) delete dataset['floatsAtFoot']
    }
  }, [])
}
