import { createStore } from 'zustand/vanilla'
import type { LibraryQuery } from '../../shared/library/library.ts'
import { unfilteredQuery } from '../../shared/library/query-defaults.ts'
import { navigate } from '../navigation/route.ts'
import { emptySelection, type GridSelection } from './empty-selection.ts'

/** Range of the row height slider, in pixels. */
export const rowHeightRange = { least: 96, usual: 164, most: 360, step: 4 } as const

/** The library view's state, kept while other views are open. */
export type LibraryViewStoreState = {
  readonly query: LibraryQuery
  readonly rowHeight: number
  readonly selection: GridSelection
  /** ID of the tile that Tab moves to, from `cellIdAtIndex`. Null for the first tile. */
  readonly currentCell: string | null
  /** True to focus the tile `currentCell` when tiles are rendered. Set when the tile is opened in the viewer or restored from the trash. */
  readonly getsFocus: boolean
  /** Key of the item in the large view. Null if it is closed. */
  readonly largeKey: number | null
}

export const libraryViewStore = createStore<LibraryViewStoreState>(() => ({
  query: unfilteredQuery,
  rowHeight: rowHeightRange.usual,
  selection: emptySelection,
  currentCell: null,
  getsFocus: false,
  largeKey: null
}))

/** Scroll position in pixels. Kept outside the store, because it changes with every scroll frame. */
export const libraryScroll = { top: 0 }

export function setLibraryScroll(top: number): void {
  libraryScroll.top = top
}

/** Changes the query, scrolls to the top, clears the selection and closes the large view. */
export function changeLibraryQuery(change: Partial<LibraryQuery>): void {
  libraryScroll.top = 0
  libraryViewStore.setState(({ query }) => ({
    query: { ...query, ...change },
    selection: emptySelection,
    currentCell: null,
    largeKey: null
  }))
}

/** Opens the library with only this filter. Keeps the sort order and the grouping. */
export function openLibraryWith(filter: Partial<LibraryQuery>): void {
  const { sort, groupsRuns } = libraryViewStore.getState().query
  changeLibraryQuery({ ...unfilteredQuery, sort, groupsRuns, ...filter })
  navigate({ view: 'library' })
}

export function updateSelection(change: (selection: GridSelection) => GridSelection): void {
  libraryViewStore.setState(({ selection }) => ({ selection: change(selection) }))
}

/** Shows an item in the large view, or closes the large view. The grid then has the focus on the item that was shown last. */
export function showLarge(key: number | null): void {
  libraryViewStore.setState(key === null ? { largeKey: null } : { largeKey: key, currentCell: String(key) })
}
