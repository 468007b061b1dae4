import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryTile } from '../../shared/library.ts'
import { request } from '../bridge/kiln.ts'
import { libraryMemory } from './library-memory.ts'
import { shelfStore, tiles } from './shelf-store.ts'

/** Of more than so many only the number is said: to read them all would take longer than the answer is worth. */
const mostWeighed = 2_000
const mostAtOnce = 500

type Read = { readonly keys: ReadonlySet<number>; readonly revision: number; readonly items: readonly LibraryTile[] }
const nothing: readonly LibraryTile[] = []

/** The chosen items, in the order in which they were chosen. Null: they are being read, or too many. */
export function useSelectedItems(): readonly LibraryTile[] | null {
  const keys = useStore(libraryMemory, ({ selection }) => selection.keys)
  const revision = useStore(shelfStore, ({ shelf }) => shelf?.revision ?? 0)
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    if (keys.size === 0 || keys.size > mostWeighed) return undefined
    let isWanted = true
    void readItems([...keys]).then((items) => {
      if (isWanted && items !== null) setRead({ keys, revision, items })
    })
    return () => {
      isWanted = false
    }
  }, [keys, revision])
  if (keys.size === 0) return nothing
  // What was read before stays while a star or a tag is read anew.
  return read?.keys === keys ? read.items : null
}

/** Null: one of them could not be had. */
async function readItems(keys: readonly number[]): Promise<readonly LibraryTile[] | null> {
  const items = new Map(keys.flatMap((key) => tiles.get(key) ?? []).map((item) => [item.key, item]))
  const missing = keys.filter((key) => !items.has(key))
  for (let from = 0; from < missing.length; from += mostAtOnce) {
    const outcome = await request('library.tiles', { keys: missing.slice(from, from + mostAtOnce), search: '' })
    if (!outcome.ok) return null
    for (const item of outcome.value) items.set(item.key, item)
  }
  return keys.flatMap((key) => items.get(key) ?? [])
}
