import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { LibrarySelectionSummary } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'
import { gridStore } from './grid-store.ts'

type Read = { readonly keys: string; readonly revision: number; readonly summary: LibrarySelectionSummary }

/**
 * Returns a summary of the selected items, such as their common rating and their tags. Null if `keys` is null or empty, and during the
 * first load. Keeps the previous summary while the summary reloads after a change.
 */
export function useSelectionSummary(keys: readonly number[] | null): LibrarySelectionSummary | null {
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
