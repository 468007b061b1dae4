import { gridMembersOf } from './grid-members.ts'
import { libraryTileStore } from './grid-store.ts'
import { changeLibraryQuery, libraryScroll, libraryViewStore, setLibraryScroll } from './library-view-store.ts'

/** Scroll position in pixels and tile to return to when the run is closed. Null if no stack was opened. */
let opened: { readonly run: string; readonly top: number; readonly cell: string } | null = null

/** True if the tile is a stack of several results. */
export function isStack(key: number): boolean {
  return gridMembersOf(key).length > 1
}

/** Shows only the results of a stack. Does nothing if its tile isn't loaded. */
export function openRun(key: number): void {
  const run = libraryTileStore.get(key)?.task ?? null
  if (run === null) return
  opened = { run, top: libraryScroll.top, cell: String(key) }
  changeLibraryQuery({ run })
  libraryViewStore.setState({ currentCell: opened.cell })
}

/** Shows all results again, at the stack that was opened. */
export function closeRun(): void {
  const { run } = libraryViewStore.getState().query
  changeLibraryQuery({ run: null })
  if (opened === null || opened.run !== run) return
  setLibraryScroll(opened.top)
  libraryViewStore.setState({ currentCell: opened.cell })
}
