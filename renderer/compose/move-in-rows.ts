import type { KeyboardEvent } from 'react'

/** Marks the button of a row that the arrow keys go to. */
export const rowAttribute = 'data-row'

/** Up and down go through the rows of a list, from the box above it too; Home and End go to its ends. True: it was such a key. */
export function moveInRows(event: KeyboardEvent): boolean {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${rowAttribute}]`)]
  const here = rows.findIndex((row) => row === document.activeElement || row.parentElement?.contains(document.activeElement) === true)
  const isInBox = document.activeElement instanceof HTMLInputElement
  const places: Record<string, number> = {
    ArrowDown: here + 1,
    ArrowUp: here - 1,
    ...(!isInBox && { Home: 0, End: rows.length - 1 })
  }
  const place = places[event.key]
  if (place === undefined || (isInBox && event.key === 'ArrowUp')) return false
  event.preventDefault()
  if (place < 0) event.currentTarget.querySelector<HTMLElement>('input')?.focus()
  else rows[place]?.focus()
  rows[place]?.scrollIntoView({ block: 'nearest' })
  return true
}
