import { useLayoutEffect } from 'react'

let floating = 0

/**
 * Says on the root, for as long as it is drawn, that something floats at the foot of the view: toasts stand above it. Said and not looked for with
 * `:has`, which from the root is asked anew with every change of the page.
 */
export function useFloatsAtFoot(): void {
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
