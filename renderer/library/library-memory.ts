import { createStore } from 'zustand/vanilla'
import type { LibraryQuery } from '../../shared/library.ts'
import { wholeLibrary } from '../../shared/whole-library.ts'
import type { Selection } from './selection.ts'
import { noSelection } from './selection.ts'

/** Row heights that the slider goes through, in pixels. */
export const rowHeights = { least: 96, usual: 164, most: 360, step: 4 } as const

/** Where a person was in the library, so that coming back leads to the same place. */
export type LibraryMemory = {
  readonly query: LibraryQuery
  readonly rowHeight: number
  readonly selection: Selection
  /** The tile that has the focus when one comes by keyboard; see `cellAt`. */
  readonly currentCell: string | null
  /** The focus goes to it, or to the first where none is known, once tiles are drawn: it was opened in the viewer, or brought back from the trash. */
  readonly getsFocus: boolean
}

export const libraryMemory = createStore<LibraryMemory>(() => ({
  query: wholeLibrary,
  rowHeight: rowHeights.usual,
  selection: noSelection,
  currentCell: null,
  getsFocus: false
}))

/** Moves with every frame of a scroll: nobody is told. In pixels. */
export const scrollMemory = { top: 0 }

export function noteScroll(top: number): void {
  scrollMemory.top = top
}

/** Another question begins at the top, with nothing chosen. */
export function askLibrary(change: Partial<LibraryQuery>): void {
  scrollMemory.top = 0
  libraryMemory.setState(({ query }) => ({ query: { ...query, ...change }, selection: noSelection, currentCell: null }))
}

export function choose(change: (selection: Selection) => Selection): void {
  libraryMemory.setState(({ selection }) => ({ selection: change(selection) }))
}
