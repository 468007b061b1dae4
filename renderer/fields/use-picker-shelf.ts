import { useEffect, useState } from 'react'
import type { Medium } from '../../shared/json-schema.ts'
import type { LibraryQuery, LibraryShelf } from '../../shared/library.ts'
import { wholeLibrary } from '../../shared/whole-library.ts'
import { listen, request } from '../bridge/kiln.ts'
import { TileStore } from '../bridge/tile-store.ts'

export type PickerShelf = {
  /** What was found; the last one stays while the next is asked for. Null before the first. */
  readonly keys: Uint32Array | null
  /** How many there are of the medium, whatever is looked for; null: not known yet. */
  readonly total: number | null
  readonly tiles: TileStore
}

/** What fits, newest first: of a medium, by words. */
export function pickerQuery(medium: Medium | null, search: string): LibraryQuery {
  return { ...wholeLibrary, search, media: medium === null ? [] : [medium] }
}

/** What the library has for a field; follows what comes and goes. */
export function usePickerShelf(medium: Medium | null, search: string): PickerShelf {
  const [tiles] = useState(newTiles)
  const [found, setFound] = useState<{ readonly shelf: LibraryShelf; readonly medium: Medium | null } | null>(null)
  const [total, setTotal] = useState<{ readonly medium: Medium | null; readonly count: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const [answer, whole] = await Promise.all([
        request('library.query', pickerQuery(medium, search)),
        search === '' ? null : request('library.query', pickerQuery(medium, ''))
      ])
      if (!isCurrent || !answer.ok) return
      setFound({ shelf: answer.value, medium })
      const all = whole === null ? answer : whole
      if (all.ok) setTotal({ medium, count: all.value.keys.length })
    }
    void read()
    const stop = listen('library.changed', ({ changed, removed, isAnew }) => {
      if (isAnew) tiles.forgetAll()
      tiles.forget(removed)
      tiles.refresh(changed)
      void read()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [medium, search, tiles])
  return {
    keys: found?.medium === medium ? found.shelf.keys : null,
    total: total?.medium === medium ? total.count : null,
    tiles
  }
}

function newTiles(): TileStore {
  return new TileStore(async (keys) => {
    const outcome = await request('library.tiles', { keys: [...keys], search: '' })
    return outcome.ok ? outcome.value : null
  })
}
