import type { MouseEvent } from 'react'

/** How long a send button stays busy after the response, in milliseconds. This is longer than a double click. */
export const sentPauseInMs = 900

/**
 * Returns a click handler that ignores the second press of a double click, so that nothing is sent twice. A busy state isn't enough, because the
 * first response may arrive before the second press.
 */
export function ignoreSecondPress(press: (event: MouseEvent) => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) press(event)
  }
}
