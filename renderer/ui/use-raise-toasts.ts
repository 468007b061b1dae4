import { useLayoutEffect } from 'react'

let floating = 0

/**
 * Marks the root element while the calling component floats at the bottom of the view. Toasts then appear above the component. A `:has`
 * selector at the root would be evaluated on every change of the page.
 */
export function useRaiseToasts(): void {
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
