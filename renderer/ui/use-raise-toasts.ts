import { useLayoutEffect, type RefObject } from 'react'

let floating = 0

/**
 * Raises the toasts while the calling component is mounted. `element`: with `above`, a component of varying height that floats at the
 * bottom of the view, so that toasts appear above it. With `over`, a component that toasts may cover, so that they cover nothing below it.
 * Marks the root element, because a `:has` selector there would be evaluated on every change of the page.
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
