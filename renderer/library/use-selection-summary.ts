import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LibrarySummary } from '../../shared/library.ts'
import { request } from '../bridge/kiln.ts'
import { gridStore } from './grid-store.ts'

type Read = { readonly keys: string; readonly revision: number; readonly summary: LibrarySummary }

/**
 * Returns the values shared by a selection of any size. Null during the first load, or if there are no keys. The last response stays while
 * a change loads.
 */
export function useSelectionSummary(keys: readonly number[] | null): LibrarySummary | null {
  const revision = useStore(gridStore, ({ page }) => page?.revision ?? 0)
  const [read, setRead] = useState<Read | null>(null)
  const joined = keys === null ? '' : keys.join(' ')
  useEffect(() => {
    if (joined === '') return undefined
    let isWanted = true
    void request('library.summary', { keys: joined.split(' ').map(Number) }).then((outcome) => {
      if (isWanted && outcome.ok) setRead({ keys: joined, revision, summary: outcome.value })
    })
    return () => {
      isWanted = false
    }
  }, [joined, revision])
  return read?.keys === joined ? read.summary : null
}
