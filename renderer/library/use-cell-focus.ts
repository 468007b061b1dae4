import type { RefObject } from 'react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { cellIdAtIndex, indexOfCell } from './cell-ids.ts'
import { libraryViewStore } from './library-view-store.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'

type CurrentCell = { readonly cell: string | null; readonly index: number; readonly row: number | null }

/**
 * Returns the cell that Tab moves to. This is the last focused cell, else the first. Without tiles, `index` is -1, and `cell` and `row` are
 * null.
 */
export function useCurrentCell(laid: LaidOutGrid | null): CurrentCell {
  const kept = useStore(libraryViewStore, (memory) => memory.currentCell)
  if (laid === null || laid.layout.tileRow.length === 0) return { cell: null, index: -1, row: null }
  const known = kept === null ? -1 : indexOfCell(laid.places, kept)
  const index = Math.max(0, known)
  return { cell: cellIdAtIndex(laid.places, index), index, row: laid.layout.tileRow[index] ?? null }
}

/**
 * Manages the focus in the grid. `focusPlace` focuses the cell at an index, even if the cell isn't rendered yet. If a focused tile
 * disappears, the tile at the same index gets the focus. A tile that is re-created in another row keeps the focus.
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
      const cell = laid === null ? null : cellIdAtIndex(laid.places, place)
      if (cell === null) return
      wanted.current = cell
      reveal(place)
      // Changing this state re-renders the grid. The layout effect below then focuses a cell that wasn't rendered yet.
      libraryViewStore.setState({ currentCell: cell })
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
    const { currentCell, getsFocus } = libraryViewStore.getState()
    if (!hasReturned.current && laid.layout.tileRow.length > 0) {
      hasReturned.current = true
      if (getsFocus) {
        libraryViewStore.setState({ getsFocus: false })
        const place = currentCell === null ? 0 : indexOfCell(laid.places, currentCell)
        if (place !== -1) focusPlace(place)
      }
    }
    const isGone = currentCell !== null && indexOfCell(laid.places, currentCell) === -1
    if (isGone && laid.layout.tileRow.length > 0) {
      const place = Math.min(lastPlace.current, laid.layout.tileRow.length - 1)
      if (focused.current !== null && document.activeElement === document.body) focusPlace(place)
      else libraryViewStore.setState({ currentCell: cellIdAtIndex(laid.places, place) })
    }
  }, [laid, focusPlace])

  useLayoutEffect(() => {
    lastPlace.current = Math.max(0, current.index)
    // React re-creates a row if its first tile changes. If the focused tile was in that row, the focus is lost and must be restored.
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

/** Returns the element of the tile that Tab moves to. Null if that tile isn't rendered. */
export function tabbableTileElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-cell][tabindex="0"]')
}
