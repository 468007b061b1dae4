import { useMemo } from 'react'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryItemDetails, Stars } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { markItemRemoved, setItemDetails } from './item-store.ts'
import { changeItems, moveToTrash } from './library-undo.ts'
import { starText } from './star-text.ts'
import { useUndoLibraryStep } from './use-undo-library-step.ts'

export type LibraryChanges = {
  readonly rate: (itemId: string, stars: Stars) => void
  /** Moves the item to the trash and offers undo. */
  readonly trash: (itemId: string) => void
}

/** Changes library items that are known by their item IDs. */
export function useLibraryChanges(): LibraryChanges {
  const announce = useAnnounce()
  const toast = useToast()
  const fail = useFailureToast()
  const undoStep = useUndoLibraryStep()
  return useMemo(() => {
    async function detailsOf(id: string): Promise<LibraryItemDetails | null> {
      const outcome = await request('library.item', { id })
      if (!outcome.ok) fail(outcome)
      return outcome.ok ? outcome.value : null
    }
    async function rate(id: string, stars: Stars): Promise<void> {
      const details = await detailsOf(id)
      if (details === null) return
      setItemDetails({ ...details, stars })
      const outcome = await changeItems({ keys: [details.key], stars })
      if (!outcome.ok) setItemDetails(details)
      fail(outcome)
      if (outcome.ok) announce(starText(stars) || say('No rating'))
    }
    async function trash(id: string): Promise<void> {
      const details = await detailsOf(id)
      if (details === null) return
      const outcome = await moveToTrash([details.key])
      if (!outcome.ok) return fail(outcome)
      const receipt = outcome.value
      markItemRemoved(id)
      const title = say('Moved to trash')
      announce(title)
      const action = { label: say('Undo'), onSelect: () => void undoStep({ kind: 'trash', receipt }), undoes: true } as const
      toast({ id: receipt.token, title, icon: 'trash', action })
    }
    return { rate: (id, stars) => void rate(id, stars), trash: (id) => void trash(id) }
  }, [announce, toast, fail, undoStep])
}
