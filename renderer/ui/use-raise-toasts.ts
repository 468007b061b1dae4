import { useLayoutEffect, type RefObject } from 'react'

let floating = 0

/**
 * Marks the root element while the calling component floats at the bottom of the view. Toasts then appear above the component. A `:has`
 * selector at the root would be evaluated on every change of the page. `element`: the component, if its height varies. With `over`, it's
 * the element that toasts may cover instead, and everything below it stays uncovered.
 */
export function useRaiseToasts(element?: RefObject<HTMLElement | null>, part: 'above' | 'over' = 'above'): void {
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    floating += 1
    dataset['floatsAtFoot'] = ''
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { height, bottom } = entry.target.getBoundingClientRect()
      style.setProperty('--floating-height', `${part === 'above' ? height : innerHeight - bottom}px`)
    })
    if (element?.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--floating-height')
      floating -= 1
      if (floating === 0) delete dataset['floatsAtFoot']
    }
  }, [element, part])
}
