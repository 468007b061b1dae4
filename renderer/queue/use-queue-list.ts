import type { Virtualizer } from '@tanstack/react-virtual'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, RefObject } from 'react'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { rangeWithFocusedRow } from '../ui/range-with-focused-row.ts'
import type { QueueRow } from './queue-sections.ts'
import { nearestRowId, rowIdToFocus } from './queue-sections.ts'
import { rowButtonId } from './task-row.tsx'

type QueueListState = {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>
  /** Returns the index of a row. -1 if the row isn't in the list. */
  readonly placeOf: (id: string | null) => number
  /** Records the row that has the focus. */
  readonly rememberFocus: (id: string) => void
  /** Moves the focus between rows with the arrow keys. */
  readonly keyDown: (event: KeyboardEvent) => void
}

/** Expected heights in pixels. The virtualizer measures the real ones. */
const rowHeights = { head: 38, day: 30, batch: 56, task: 56 } as const

/** Renders only the visible rows and keeps the focus in the list. When `openTaskId` changes, scrolls to that row and focuses it. */
export function useQueueList(rows: readonly QueueRow[], openTaskId: string | null): QueueListState {
  const scroller = useRef<HTMLDivElement>(null)
  const focusedId = useRef<string | null>(null)
  const placeOf = (id: string | null): number => (id === null ? -1 : rows.findIndex((row) => row.key === id))
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => rowHeights[rows[place]?.kind ?? 'task'],
    getItemKey: (place) => rows[place]?.key ?? place,
    overscan: 8,
    paddingEnd: 24,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 24,
    // Keeps the focused row rendered. Otherwise the list would lose the focus when the row scrolls out of view.
    rangeExtractor: (range) => rangeWithFocusedRow(range, placeOf(focusedId.current))
  })

  // A link from a notification or the sidebar scrolls to this row.
  const hasLedRow = placeOf(openTaskId) !== -1
  useEffect(() => {
    if (openTaskId === null || !hasLedRow) return
    virtualizer.scrollToIndex(placeOf(openTaskId), { align: 'auto' })
    focusSoon(openTaskId)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once per link target, not on every change of the list
  }, [openTaskId, hasLedRow])

  // A row that moves to another section is briefly removed and loses the focus. This restores the focus. If the focused row leaves the
  // list, the row at its index gets the focus.
  const focusedPlace = useRef(0)
  useLayoutEffect(() => {
    if (focusedId.current === null) return
    const place = placeOf(focusedId.current)
    if (document.activeElement === document.body) {
      if (place === -1) focusedId.current = nearestRowId(rows, focusedPlace.current)
      if (focusedId.current !== null) document.getElementById(rowButtonId(focusedId.current))?.focus({ preventScroll: true })
    }
    focusedPlace.current = focusedId.current === null ? 0 : placeOf(focusedId.current)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the rows have changed
  }, [rows])

  const rememberFocus = useCallback((id: string) => {
    focusedId.current = id
  }, [])
  function focusSoon(id: string): void {
    focusedId.current = id
    requestAnimationFrame(() => document.getElementById(rowButtonId(id))?.focus({ preventScroll: true }))
  }
  function keyDown(event: KeyboardEvent): void {
    if (pressedShortcut('queue', event) !== 'move') return
    if (!(event.target instanceof HTMLElement) || (event.target.dataset['task'] === undefined && event.target !== scroller.current)) return
    const next = rowIdToFocus(rows, event.target.dataset['task'] ?? null, event.key)
    if (next === null) return
    event.preventDefault()
    focusedId.current = next
    virtualizer.scrollToIndex(placeOf(next), { align: 'auto' })
    focusSoon(next)
  }
  return { scroller, virtualizer, placeOf, rememberFocus, keyDown }
}
