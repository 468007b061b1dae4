import type { RefObject } from 'react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { cellAt, placeOfCell } from './cells.ts'
import { libraryMemory } from './library-memory.ts'
import type { LaidShelf } from './use-shelf-layout.ts'

type CurrentCell = { readonly cell: string | null; readonly place: number; readonly row: number | null }

/** The cell that Tab comes to: where one was last, else the first. */
export function useCurrentCell(laid: LaidShelf | null): CurrentCell {
  const kept = useStore(libraryMemory, (memory) => memory.currentCell)
  if (laid === null || laid.layout.tileRow.length === 0) return { cell: null, place: -1, row: null }
  const known = kept === null ? -1 : placeOfCell(laid.places, kept)
  const place = Math.max(0, known)
  return { cell: cellAt(laid.places, place), place, row: laid.layout.tileRow[place] ?? null }
}

/**
 * Puts the focus on a cell, which may not be drawn yet. When the focused one goes away (it was trashed, or a door became a picture) the focus
 * stays at its place.
 */
export function useCellFocus(
  grid: RefObject<HTMLElement | null>,
  laid: LaidShelf | null,
  current: CurrentCell,
  reveal: (place: number) => void
): { readonly focusPlace: (place: number) => void } {
  const wanted = useRef<string | null>(null)
  const lastPlace = useRef(0)
  const hadFocus = useRef(false)
  const hasReturned = useRef(false)

  const focusPlace = useCallback(
    (place: number) => {
      const cell = laid === null ? null : cellAt(laid.places, place)
      if (cell === null) return
      wanted.current = cell
      reveal(place)
      // The layout effect below runs when this draws anew.
      libraryMemory.setState({ currentCell: cell })
      focusWanted(grid, wanted)
    },
    [grid, laid, reveal]
  )

  useLayoutEffect(() => {
    if (laid === null) return
    const { currentCell, getsFocus } = libraryMemory.getState()
    if (!hasReturned.current && laid.layout.tileRow.length > 0) {
      hasReturned.current = true
      if (getsFocus) {
        libraryMemory.setState({ getsFocus: false })
        const place = currentCell === null ? 0 : placeOfCell(laid.places, currentCell)
        if (place !== -1) focusPlace(place)
      }
    }
    const isGone = currentCell !== null && placeOfCell(laid.places, currentCell) === -1
    if (isGone && laid.layout.tileRow.length > 0) {
      const place = Math.min(lastPlace.current, laid.layout.tileRow.length - 1)
      if (hadFocus.current) focusPlace(place)
      else libraryMemory.setState({ currentCell: cellAt(laid.places, place) })
    }
  }, [laid, focusPlace])

  useLayoutEffect(() => {
    lastPlace.current = Math.max(0, current.place)
    focusWanted(grid, wanted)
    const focused = document.activeElement
    hadFocus.current = focused !== null && grid.current?.contains(focused) === true
  })
  return { focusPlace }
}

function focusWanted(grid: RefObject<HTMLElement | null>, wanted: { current: string | null }): void {
  if (wanted.current === null) return
  const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(wanted.current)}"]`)
  if (!cell) return
  wanted.current = null
  cell.focus({ preventScroll: true })
}

/** The tile that Tab comes to; null: none is drawn. */
export function tileForKeyboard(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
}
