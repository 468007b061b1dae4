import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LibraryItemDetails } from '../../shared/library/library.ts'
import { subscribe, request } from '../bridge/kiln.ts'

/** Library details of the viewed results and their neighbours, by item ID. The value is null if the library doesn't have the result. */
const known = createStore<ReadonlyMap<string, LibraryItemDetails | null>>(() => new Map())
const inUse = new Map<string, number>()
const asked = new Set<string>()
/** Maximum number of cached items. The cache avoids reloading while the user browses back and forth. Items in use are never removed. */
const maxKept = 60
let isFollowed = false

/** Loads an item in advance, unless it is already loaded. */
export function prefetchItemDetails(id: string): void {
  if (!known.getState().has(id)) void read(id)
}

/** Returns the details of an item and follows library changes. Null if the library doesn't have the item, undefined while it loads. */
export function useItemDetails(id: string): LibraryItemDetails | null | undefined {
  useLoadedItems([id])
  return useStore(known, (all) => all.get(id))
}

/** Loads several items and follows library changes. Returns all cached items by ID. */
export function useItemDetailsMap(ids: readonly string[]): ReadonlyMap<string, LibraryItemDetails | null> {
  useLoadedItems(ids)
  return useStore(known)
}

function useLoadedItems(ids: readonly string[]): void {
  const names = ids.join(' ')
  useEffect(() => {
    followLibrary()
    const wanted = names.split(' ').filter((id) => id !== '')
    for (const id of wanted) {
      inUse.set(id, (inUse.get(id) ?? 0) + 1)
      prefetchItemDetails(id)
    }
    return () => {
      for (const id of wanted) {
        const users = (inUse.get(id) ?? 1) - 1
        if (users === 0) inUse.delete(id)
        else inUse.set(id, users)
      }
    }
  }, [names])
}

/** Stores changed details at once, before the main process confirms the change. The `library.changed` event then reloads the item. */
export function setItemDetails(details: LibraryItemDetails): void {
  store(details.id, details)
}

/** Marks an item as removed from the library. A later change of the library loads it again, for example after an undo. */
export function markItemRemoved(id: string): void {
  store(id, null)
}

async function read(id: string): Promise<void> {
  if (asked.has(id)) return
  asked.add(id)
  const outcome = await request('library.item', { id })
  asked.delete(id)
  // After a failed request, the item stays as it was shown.
  store(id, outcome.ok ? outcome.value : (known.getState().get(id) ?? null))
}

function store(id: string, details: LibraryItemDetails | null): void {
  known.setState((before) => {
    const others = [...before].filter(([one]) => one !== id)
    const needless = others.filter(([one]) => !inUse.has(one)).slice(0, Math.max(0, others.length + 1 - maxKept))
    const gone = new Set(needless.map(([one]) => one))
    return new Map([...others.filter(([one]) => !gone.has(one)), [id, details]])
  }, true)
}

function followLibrary(): void {
  if (isFollowed) return
  isFollowed = true
  subscribe('library.changed', () => {
    // Removes items that aren't in use. The other items stay visible until they are reloaded.
    known.setState((before) => new Map([...before].filter(([id]) => inUse.has(id))), true)
    for (const id of inUse.keys()) void read(id)
  })
}
