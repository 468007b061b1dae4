import { useEffect, useState } from 'react'
import type { Medium } from '../../shared/form/json-schema.ts'
import type { LibraryQuery, LibraryQueryResult } from '../../shared/library/library.ts'
import { unfilteredQuery } from '../../shared/library/query-defaults.ts'
import { subscribe, request } from '../bridge/kiln.ts'
import { TileStore } from '../bridge/tile-store.ts'

export type LibraryPickerResults = {
  /** Keys of the search results, kept until new results arrive. Null while the first results of a medium are loading. */
  readonly keys: Uint32Array | null
  /** Number of items of the medium, regardless of the search. Null if not known yet. */
  readonly total: number | null
  readonly tiles: TileStore
}

/** Returns the query for a medium's library items that match `search`, newest first. A null `medium` matches all media. */
export function pickerQuery(medium: Medium | null, search: string): LibraryQuery {
  return { ...unfilteredQuery, search, media: medium === null ? [] : [medium] }
}

/** Loads a medium's library items that match `search`. Reloads them when the library changes. */
export function useLibraryPickerResults(medium: Medium | null, search: string): LibraryPickerResults {
  const [tiles] = useState(newTiles)
  const [found, setFound] = useState<{ readonly shelf: LibraryQueryResult; readonly medium: Medium | null } | null>(null)
  const [total, setTotal] = useState<{ readonly medium: Medium | null; readonly count: number } | null>(null)
  useEffect(() => {
    let isCurrent = true
    let newest = 0
    async function read(): Promise<void> {
      newest += 1
      const own = newest
      const [answer, whole] = await Promise.all([
        request('library.query', pickerQuery(medium, search)),
        search === '' ? null : request('library.query', pickerQuery(medium, ''))
      ])
      if (!isCurrent || own !== newest || !answer.ok) return
      setFound({ shelf: answer.value, medium })
      const all = whole === null ? answer : whole
      if (all.ok) setTotal({ medium, count: all.value.keys.length })
    }
    void read()
    const stop = subscribe('library.changed', ({ changed, removed, isReset }) => {
      if (isReset) tiles.forgetAll()
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
