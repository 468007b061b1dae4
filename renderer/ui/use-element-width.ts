import { useCallback, useState } from 'react'

/**
 * Returns the width of an element's content in CSS pixels, rounded down. `width` is null until the element is measured. Pass `measure` as
 * the element's ref.
 */
export function useElementWidth(): {
  readonly measure: (element: HTMLElement | null) => (() => void) | undefined
  readonly width: number | null
} {
  const [width, setWidth] = useState<number | null>(null)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { measure, width }
}
