import { useLayoutEffect, type RefObject } from 'react'

let floating = 0

/**
 * Raises the toasts while the calling component is mounted. `above`: toasts appear above `element`, a bar at the bottom of the view whose
 * height may change. `over`: toasts may cover `element`, but nothing below it. Sets an attribute on the root element. A `:has` selector
 * would be evaluated after every DOM change.
 */
export function useRaiseToasts(element?: RefObject<HTMLElement | null>, position: 'above' | 'over' = 'above'): void {
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement
    floating += 1
    dataset['floatsAtFoot'] = ''
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { height, bottom } = entry.target.getBoundingClientRect()
      style.setProperty('--floating-height', `${position === 'above' ? height : innerHeight - bottom}px`)
    })
    if (element?.current) observer.observe(element.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--floating-height')
      floating -= 1
      if (floating === 0) delete dataset['floatsAtFoot']
    }
  }, [element, position])
}
