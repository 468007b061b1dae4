import { useCallback, useEffect, useState } from 'react'
import type { LibraryDetails, Stars } from '../../shared/library.ts'
import { listen, request } from '../bridge/kiln.ts'
import { useFailureToast } from '../ui/toasts.tsx'

export type LibraryEntry = {
  /** Null: it is being read, or the library does not have it (yet). */
  readonly details: LibraryDetails | null
  readonly giveStars: (stars: Stars) => void
}

/** What the library knows of a result; follows what is changed elsewhere. */
export function useLibraryItem(id: string): LibraryEntry {
  const [known, setKnown] = useState<LibraryDetails | null>(null)
  const fail = useFailureToast()
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const outcome = await request('library.item', { id })
      if (isCurrent && outcome.ok) setKnown(outcome.value)
    }
    void read()
    const stop = listen('library.changed', () => void read())
    return () => {
      isCurrent = false
      stop()
    }
  }, [id])
  const details = known?.id === id ? known : null
  const giveStars = useCallback(
    (stars: Stars) => {
      if (details === null) return
      // Shown at once; what main says of it comes as a change.
      setKnown({ ...details, stars })
      void request('library.change', { keys: [details.key], stars }).then((outcome) => {
        if (!outcome.ok) setKnown(details)
        fail(outcome)
      })
    },
    [details, fail]
  )
  return { details, giveStars }
}
