import { useLayoutEffect, type RefObject } from 'react'

let floating = 0

/**
 * Raises the toasts while the calling component is mounted. With `above`, toasts appear above `element`, which floats at the bottom of the
 * view and may change its height. With `over`, toasts may cover `element`, but nothing below it. Uses an attribute on the root element,
 * because a `:has` selector would be evaluated on every change of the page.
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
