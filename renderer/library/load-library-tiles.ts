import type { LibraryTile } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'
import { libraryTileStore } from './grid-store.ts'

/** Maximum number of keys in a `library.tiles` request. */
const maxAtOnce = 500

/** Returns the items with these keys. Loads items that aren't cached. Null if the main process can't read them. */
export async function loadLibraryTiles(keys: readonly number[]): Promise<readonly LibraryTile[] | null> {
  const items = new Map(keys.flatMap((key) => libraryTileStore.get(key) ?? []).map((item) => [item.key, item]))
  const missing = keys.filter((key) => !items.has(key))
  for (let from = 0; from < missing.length; from += maxAtOnce) {
    const outcome = await request('library.tiles', { keys: missing.slice(from, from + maxAtOnce), search: '' })
    if (!outcome.ok) return null
    for (const item of outcome.value) items.set(item.key, item)
  }
  return keys.flatMap((key) => items.get(key) ?? [])
}
