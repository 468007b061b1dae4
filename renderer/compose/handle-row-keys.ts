import type { KeyboardEvent } from 'react'

/** Attribute of the button in each row that the arrow keys focus. */
export const rowAttribute = 'data-row'

/**
 * Moves the focus through the rows of a list with Up, Down, Home and End. In the input above the list, only Down is handled. Returns true
 * if the key was handled.
 */
export function handleRowKeys(event: KeyboardEvent): boolean {
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
