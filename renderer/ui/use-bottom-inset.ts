import { useLayoutEffect } from 'react'

let floating = 0

/**
 * Marks the root while something floats at the bottom of the view, so that toasts appear above it. Not done with `:has`, which at the root
 * is evaluated again on every change of the page.
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
