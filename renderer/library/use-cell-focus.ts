import type { RefObject } from 'react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { cellAt, indexOfCell } from './cells.ts'
import { libraryMemory } from './library-memory.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'

type CurrentCell = { readonly cell: string | null; readonly index: number; readonly row: number | null }

/** The cell that Tab moves to: the last focused cell, else the first. */
export function useCurrentCell(laid: LaidOutGrid | null): CurrentCell {
  const kept = useStore(libraryMemory, (memory) => memory.currentCell)
  if (laid === null || laid.layout.tileRow.length === 0) return { cell: null, index: -1, row: null }
  const known = kept === null ? -1 : indexOfCell(laid.places, kept)
  const index = Math.max(0, known)
  return { cell: cellAt(laid.places, index), index, row: laid.layout.tileRow[index] ?? null }
}

/**
 * Manages the focus in the grid. `focusPlace` focuses a cell, which may not be rendered yet. If a focused tile is deleted or a result
 * replaces it, the tile at the same index gets the focus. A tile that is re-created in another row keeps the focus.
 */
export function useCellFocus(
  grid: RefObject<HTMLElement | null>,
  laid: LaidOutGrid | null,
  current: CurrentCell,
  reveal: (place: number) => void
): { readonly focusPlace: (place: number) => void } {
  const wanted = useRef<string | null>(null)
  const lastPlace = useRef(0)
  /** The last focused element in the grid. Null if the focus was elsewhere at the last render. */
  const focused = useRef<Element | null>(null)
  const hasReturned = useRef(false)

  const focusPlace = useCallback(
    (place: number) => {
      const cell = laid === null ? null : cellAt(laid.places, place)
      if (cell === null) return
      wanted.current = cell
      reveal(place)
      // The re-render runs the layout effect below.
      libraryMemory.setState({ currentCell: cell })
      focusWanted(grid, wanted)
    },
    [grid, laid, reveal]
  )

  useLayoutEffect(() => {
    const own = grid.current
    function remember({ target }: FocusEvent): void {
      focused.current = target instanceof Element ? target : null
    }
    own?.addEventListener('focusin', remember)
    return () => own?.removeEventListener('focusin', remember)
  }, [grid])

  useLayoutEffect(() => {
    if (laid === null) return
    const { currentCell, getsFocus } = libraryMemory.getState()
    if (!hasReturned.current && laid.layout.tileRow.length > 0) {
      hasReturned.current = true
      if (getsFocus) {
        libraryMemory.setState({ getsFocus: false })
        const place = currentCell === null ? 0 : indexOfCell(laid.places, currentCell)
        if (place !== -1) focusPlace(place)
      }
    }
    const isGone = currentCell !== null && indexOfCell(laid.places, currentCell) === -1
    if (isGone && laid.layout.tileRow.length > 0) {
      const place = Math.min(lastPlace.current, laid.layout.tileRow.length - 1)
      if (focused.current !== null && document.activeElement === document.body) focusPlace(place)
      else libraryMemory.setState({ currentCell: cellAt(laid.places, place) })
    }
  }, [laid, focusPlace])

  useLayoutEffect(() => {
    lastPlace.current = Math.max(0, current.index)
    // A row that starts with another tile is re-created. If the focused tile was in such a row, it lost the focus.
    if (focused.current !== null && document.activeElement === document.body) wanted.current ??= current.cell
    focusWanted(grid, wanted)
    const active = document.activeElement
    focused.current = active !== null && grid.current?.contains(active) === true ? active : null
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

/** The tile that Tab moves to. Null if none is rendered. */
export function tileForKeyboard(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
}
