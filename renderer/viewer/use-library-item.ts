import { useCallback } from 'react'
import type { LibraryDetails, Stars } from '../../shared/library.ts'
import { changeItems } from '../bridge/library-undo.ts'
import { useFailureToast } from '../ui/toasts.tsx'
import { setItem, useItem } from './item-store.ts'

export type LibraryEntry = {
  /** Null while the details load, or if the library doesn't have the result (yet). */
  readonly details: LibraryDetails | null
  readonly giveStars: (stars: Stars) => void
}

/** Returns the library details of a result and a function that sets its stars. Follows changes made elsewhere. */
export function useLibraryItem(id: string): LibraryEntry {
  const details = useItem(id) ?? null
  const fail = useFailureToast()
  const giveStars = useCallback(
    (stars: Stars) => {
      if (details === null) return
      setItem({ ...details, stars })
      void changeItems({ keys: [details.key], stars }).then((outcome) => {
        if (!outcome.ok) setItem(details)
        fail(outcome)
      })
    },
    [details, fail]
  )
  return { details, giveStars }
}
