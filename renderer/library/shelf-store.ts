import { createStore } from 'zustand/vanilla'
import type { LibraryQuery, LibraryShelf } from '../../shared/library.ts'
import { listen, request } from '../bridge/kiln.ts'
import { choose, libraryMemory } from './library-memory.ts'
import { noSelection, withoutKeys } from './selection.ts'
import { TileStore } from '../bridge/tile-store.ts'

export type ShelfState = {
  /** What is in the library by `query`; null before the first answer. The last one stays while the next is asked for. */
  readonly shelf: LibraryShelf | null
  readonly query: LibraryQuery | null
  /** Why it could not be read; null: it could. */
  readonly failure: string | null
  /** Library item ids that came while the window was open: their doors make room. */
  readonly arrived: ReadonlySet<string>
}

export const shelfStore = createStore<ShelfState>(() => ({ shelf: null, query: null, failure: null, arrived: new Set() }))

export const tiles = new TileStore(async (keys) => {
  const outcome = await request('library.tiles', { keys: [...keys], search: libraryMemory.getState().query.search })
  return outcome.ok ? outcome.value : null
})

let asked = 0

/** Reads the shelf anew, with tiles that just came, so that a door and its picture change places in one frame. */
async function readShelf(added: readonly number[]): Promise<void> {
  const turn = ++asked
  const { query } = libraryMemory.getState()
  const [answer, came] = await Promise.all([
    request('library.query', query),
    added.length === 0 ? null : request('library.tiles', { keys: added.slice(-mostArrivals), search: query.search })
  ])
  if (came?.ok === true) tiles.put(came.value)
  const ids = came?.ok === true ? came.value.map(({ id }) => id) : []
  // A newer question is on its way: only what has arrived is noted.
  const isNewest = turn === asked
  if (isNewest && query.search !== shelfStore.getState().query?.search) tiles.refreshAll()
  shelfStore.setState((state) => ({
    ...(isNewest && answer.ok ? { shelf: answer.value, query, failure: null } : {}),
    ...(isNewest && !answer.ok ? { failure: answer.message } : {}),
    arrived: ids.length === 0 ? state.arrived : new Set([...state.arrived, ...ids])
  }))
}

/** More at once come from a rebuild, not from doors. */
const mostArrivals = 200

export function readShelfAgain(): Promise<void> {
  return readShelf([])
}

let isFollowed = false

/** Reads the library, and follows it and the question that is asked of it from then on. */
export function followLibrary(): void {
  if (isFollowed) return
  isFollowed = true
  libraryMemory.subscribe((now, before) => {
    if (now.query !== before.query) void readShelf([])
  })
  listen('library.changed', ({ added, changed, removed, isAnew }) => {
    if (isAnew) {
      // Every key is another one: nothing that is known by them holds.
      tiles.forgetAll()
      choose(() => noSelection)
    }
    tiles.forget(removed)
    tiles.refresh(changed)
    if (removed.length > 0) choose((selection) => withoutKeys(selection, removed))
    void readShelf(added)
  })
  void readShelf([])
}
