import { useLayoutEffect } from 'react'

let floating = 0

/**
 * Marks the root while something floats at the bottom of the view. Toasts then appear above it. `:has` isn't used. At the root, it is
 * evaluated again on every change of the page.
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
