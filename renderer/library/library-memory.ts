import { createStore } from 'zustand/vanilla'
import type { LibraryQuery } from '../../shared/library.ts'
import { unfilteredQuery } from '../../shared/library-query-defaults.ts'
import type { Selection } from './selection.ts'
import { emptySelection } from './selection.ts'

/** Range of the row height slider, in pixels. */
export const rowHeights = { least: 96, usual: 164, most: 360, step: 4 } as const

/** The library view's state, kept while other views are open. */
export type LibraryMemory = {
  readonly query: LibraryQuery
  readonly rowHeight: number
  readonly selection: Selection
  /** ID of the tile that Tab moves to, from `cellAt`. Null for the first tile. */
  readonly currentCell: string | null
  /**
   * True to focus the tile `currentCell`, or the first tile if `currentCell` is null, when tiles are rendered. Set when the tile is opened
   * in the viewer or restored from the trash.
   */
  readonly getsFocus: boolean
}

export const libraryMemory = createStore<LibraryMemory>(() => ({
  query: unfilteredQuery,
  rowHeight: rowHeights.usual,
  selection: emptySelection,
  currentCell: null,
  getsFocus: false
}))

/** Scroll position in pixels. Kept outside the store, because it changes with every scroll frame. */
export const scrollMemory = { top: 0 }

export function rememberScroll(top: number): void {
  scrollMemory.top = top
}

/** Changes the query, scrolls to the top and clears the selection. */
export function queryLibrary(change: Partial<LibraryQuery>): void {
  scrollMemory.top = 0
  libraryMemory.setState(({ query }) => ({ query: { ...query, ...change }, selection: emptySelection, currentCell: null }))
}

export function updateSelection(change: (selection: Selection) => Selection): void {
  libraryMemory.setState(({ selection }) => ({ selection: change(selection) }))
}
