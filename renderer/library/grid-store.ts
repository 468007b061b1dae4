import { createStore } from 'zustand/vanilla'
import type { LibraryQuery, LibraryQueryResult } from '../../shared/library/library.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import { showLarge, updateSelection, libraryViewStore } from './library-view-store.ts'
import { emptySelection } from './empty-selection.ts'
import { deselectOutsideGrid, deselectKeys } from './deselect.ts'
import { TileStore } from '../bridge/tile-store.ts'

export type GridState = {
  /** Library items that match `query`. Null before the first response. The previous items stay while the next items load. */
  readonly page: LibraryQueryResult | null
  readonly query: LibraryQuery | null
  /** Why loading failed. Null if it succeeded. */
  readonly failure: string | null
  /** IDs of items that arrived while the window was open. Their pending tiles are removed. */
  readonly arrived: ReadonlySet<string>
}

export const gridStore = createStore<GridState>(() => ({ page: null, query: null, failure: null, arrived: new Set() }))

export const libraryTileStore = new TileStore(async (keys) => {
  const outcome = await request('library.tiles', { keys: [...keys], search: libraryViewStore.getState().query.search })
  return outcome.ok ? outcome.value : null
})

let asked = 0

/** Reloads the grid together with the tiles of the `added` items. A result then replaces its pending tile in one frame. */
async function readShelf(added: readonly number[]): Promise<void> {
  const turn = ++asked
  const { query } = libraryViewStore.getState()
  const [answer, came] = await Promise.all([
    request('library.query', query),
    added.length === 0 ? null : request('library.tiles', { keys: added.slice(-maxArrivals), search: query.search })
  ])
  if (came?.ok === true) libraryTileStore.put(came.value)
  const ids = came?.ok === true ? came.value.map(({ id }) => id) : []
  // If false, a newer query is running. Only the IDs of the arrived items are then recorded.
  const isNewest = turn === asked
  if (isNewest && query.search !== gridStore.getState().query?.search) libraryTileStore.refreshAll()
  if (isNewest && answer.ok) updateSelection((selection) => deselectOutsideGrid(selection, answer.value.keys, answer.value.stacks))
  gridStore.setState((state) => ({
    ...(isNewest && answer.ok ? { page: answer.value, query, failure: null } : {}),
    ...(isNewest && !answer.ok ? { failure: answer.message } : {}),
    arrived: ids.length === 0 ? state.arrived : new Set([...state.arrived, ...ids])
  }))
}

/** Maximum number of new items whose tiles are loaded together. More items can arrive when files are imported or the library is rebuilt. */
const maxArrivals = 200

export function reloadGrid(): Promise<void> {
  return readShelf([])
}

let isFollowed = false

/** Loads the library, then reloads it when the library or the query changes. Further calls do nothing. */
export function subscribeToLibrary(): void {
  if (isFollowed) return
  isFollowed = true
  libraryViewStore.subscribe((now, before) => {
    if (now.query !== before.query) void readShelf([])
  })
  subscribe('library.changed', ({ added, changed, removed, isReset }) => {
    if (isReset) {
      // All keys changed, so everything cached by key is discarded.
      libraryTileStore.forgetAll()
      updateSelection(() => emptySelection)
      showLarge(null)
    }
    libraryTileStore.forget(removed)
    libraryTileStore.refresh(changed)
    if (removed.length > 0) updateSelection((selection) => deselectKeys(selection, removed))
    void readShelf(added)
  })
  void readShelf([])
}
