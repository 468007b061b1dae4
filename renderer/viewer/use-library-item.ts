import { useCallback } from 'react'
import type { LibraryDetails, Stars } from '../../shared/library.ts'
import { request } from '../bridge/kiln.ts'
import { useFailureToast } from '../ui/toasts.tsx'
import { assumeItem, useItem } from './item-store.ts'

export type LibraryEntry = {
  /** Null: it is being read, or the library does not have it (yet). */
  readonly details: LibraryDetails | null
  readonly giveStars: (stars: Stars) => void
}

/** What the library knows of a result; follows what is changed elsewhere. */
export function useLibraryItem(id: string): LibraryEntry {
  const details = useItem(id) ?? null
  const fail = useFailureToast()
  const giveStars = useCallback(
    (stars: Stars) => {
      if (details === null) return
      assumeItem({ ...details, stars })
      void request('library.change', { keys: [details.key], stars }).then((outcome) => {
        if (!outcome.ok) assumeItem(details)
        fail(outcome)
      })
    },
    [details, fail]
  )
  return { details, giveStars }
}
