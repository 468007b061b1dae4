import { useCallback } from 'react'
import type { LibraryItemDetails, Stars } from '../../shared/library/library.ts'
import { changeItems } from './library-undo.ts'
import { useFailureToast } from '../ui/toasts.tsx'
import { setItemDetails, useItemDetails } from './item-store.ts'

export type LibraryItemHandle = {
  /** Null while the details load, or if the library doesn't have the result (yet). */
  readonly details: LibraryItemDetails | null
  readonly giveStars: (stars: Stars) => void
}

/** Returns the library details of a result and a function that sets its stars. Follows changes made elsewhere. */
export function useLibraryItem(id: string): LibraryItemHandle {
  const details = useItemDetails(id) ?? null
  const fail = useFailureToast()
  const giveStars = useCallback(
    (stars: Stars) => {
      if (details === null) return
      setItemDetails({ ...details, stars })
      void changeItems({ keys: [details.key], stars }).then((outcome) => {
        if (!outcome.ok) setItemDetails(details)
        fail(outcome)
      })
    },
    [details, fail]
  )
  return { details, giveStars }
}
