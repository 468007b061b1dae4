import type { MouseEvent } from 'react'

/** Returns a click handler that ignores the second press of a double click, so that nothing is sent twice. */
export function ignoreSecondPress(press: (event: MouseEvent) => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) press(event)
  }
}
