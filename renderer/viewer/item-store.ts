import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LibraryDetails } from '../../shared/library.ts'
import { listen, request } from '../bridge/kiln.ts'

/** What the library knows of the results that are looked at, and of those beside them. Null: it does not have it. */
const known = createStore<ReadonlyMap<string, LibraryDetails | null>>(() => new Map())
const inUse = new Map<string, number>()
const asked = new Set<string>()
/** A few screens to and fro. */
const mostKept = 60
let isFollowed = false

/** Has it read, if it is not known yet, so that it is there when it is looked at. */
export function readAhead(id: string): void {
  if (!known.getState().has(id)) void read(id)
}

/** Follows what is changed elsewhere. Undefined: it is being read. */
export function useItem(id: string): LibraryDetails | null | undefined {
  useItems([id])
  return useStore(known, (all) => all.get(id))
}

/** The same for several. */
export function useItems(ids: readonly string[]): ReadonlyMap<string, LibraryDetails | null> {
  const names = ids.join(' ')
  useEffect(() => {
    followLibrary()
    const wanted = names.split(' ').filter((id) => id !== '')
    for (const id of wanted) {
      inUse.set(id, (inUse.get(id) ?? 0) + 1)
      readAhead(id)
    }
    return () => {
      for (const id of wanted) {
        const users = (inUse.get(id) ?? 1) - 1
        if (users === 0) inUse.delete(id)
        else inUse.set(id, users)
      }
    }
  }, [names])
  return useStore(known)
}

/** Shown at once; what main says of it comes as a change. */
export function assumeItem(details: LibraryDetails): void {
  keep(details.id, details)
}

async function read(id: string): Promise<void> {
  if (asked.has(id)) return
  asked.add(id)
  const outcome = await request('library.item', { id })
  asked.delete(id)
  keep(id, outcome.ok ? outcome.value : null)
}

function keep(id: string, details: LibraryDetails | null): void {
  known.setState((before) => {
    const others = [...before].filter(([one]) => one !== id)
    const needless = others.filter(([one]) => !inUse.has(one)).slice(0, Math.max(0, others.length + 1 - mostKept))
    const gone = new Set(needless.map(([one]) => one))
    return new Map([...others.filter(([one]) => !gone.has(one)), [id, details]])
  }, true)
}

function followLibrary(): void {
  if (isFollowed) return
  isFollowed = true
  listen('library.changed', () => {
    // What nobody looks at is read when somebody does; the rest stays on the screen until it is here anew.
    known.setState((before) => new Map([...before].filter(([id]) => inUse.has(id))), true)
    for (const id of inUse.keys()) void read(id)
  })
}
