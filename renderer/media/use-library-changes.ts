import { useMemo } from 'react'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import type { LibraryCollection, LibraryItemDetails, Stars } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { markItemRemoved, setItemDetails } from './item-store.ts'
import { changeItems, lastUndoStep, moveToTrash } from './library-undo.ts'
import { stoppedChangeText } from './stopped-change-text.ts'
import { starText } from './star-text.ts'
import { trashedText } from './trashed-text.ts'
import { useUndoLibraryStep } from './use-undo-library-step.ts'

export type LibraryChanges = {
  readonly rate: (itemId: string, stars: Stars) => void
  /** Moves the items to the trash and offers undo. */
  readonly trash: (itemIds: readonly string[]) => void
  /** Undoes the last change or deletion, whichever view made it. Does nothing if none exists. */
  readonly undoLast: () => void
  /** Adds the items to a collection and offers undo. */
  readonly addToCollection: (itemIds: readonly string[], collection: Pick<LibraryCollection, 'id' | 'name'>) => void
}

/** Returns functions that change library items by their item IDs. */
export function useLibraryChanges(): LibraryChanges {
  const announce = useAnnounce()
  const toast = useToast()
  const fail = useFailureToast()
  const undoStep = useUndoLibraryStep()
  return useMemo(() => {
    /** Loads the details of items. Reports only the first failure. */
    async function loadItems(ids: readonly string[]): Promise<readonly LibraryItemDetails[]> {
      const read = await Promise.all(ids.map((id) => request('library.item', { id })))
      const failed = read.find(({ ok }) => !ok)
      if (failed !== undefined) fail(failed)
      return read.flatMap((one) => (one.ok && one.value !== null ? [one.value] : []))
    }
    async function rate(id: string, stars: Stars): Promise<void> {
      const [details] = await loadItems([id])
      if (details === undefined) return
      setItemDetails({ ...details, stars })
      const outcome = await changeItems({ keys: [details.key], stars })
      if (!outcome.ok) setItemDetails(details)
      fail(outcome)
      if (outcome.ok) announce(starText(stars) || say('No rating'))
    }
    async function trash(ids: readonly string[]): Promise<void> {
      const items = await loadItems(ids)
      if (items.length === 0) return
      const outcome = await moveToTrash(items.map(({ key }) => key))
      if (!outcome.ok) return fail(outcome)
      const receipt = outcome.value
      // If only some items were moved, the `library.changed` event identifies them.
      if (receipt.count === items.length) for (const { id } of items) markItemRemoved(id)
      const title = trashedText(receipt)
      const { failure } = receipt
      announce(joinSentences(title, failure))
      const action = { label: say('Undo'), onSelect: () => void undoStep({ kind: 'trash', receipt }), undoes: true } as const
      toast({
        id: receipt.token,
        title,
        icon: 'trash',
        ...(failure !== null && { description: failure }),
        ...(receipt.count > 0 && { action })
      })
    }
    async function addToCollection(ids: readonly string[], { id, name }: Pick<LibraryCollection, 'id' | 'name'>): Promise<void> {
      const items = await loadItems(ids)
      if (items.length === 0) return
      const outcome = await changeItems({ keys: items.map(({ key }) => key), addTo: id })
      if (!outcome.ok) return fail(outcome)
      const receipt = outcome.value
      const added = receipt.count === 0 ? say('Already in “{name}”', { name }) : say('Added to “{name}”', { name })
      const title = receipt.isStopped ? stoppedChangeText(receipt.count) : added
      announce(title)
      const action = { label: say('Undo'), onSelect: () => void undoStep({ kind: 'change', receipt }), undoes: true } as const
      toast({ id: receipt.token, title, icon: 'check', ...(receipt.count > 0 && { action }) })
    }
    async function undoLast(): Promise<void> {
      const step = await lastUndoStep()
      if (step !== null) await undoStep(step)
    }
    return {
      rate: (id, stars) => void rate(id, stars),
      trash: (ids) => void trash(ids),
      undoLast: () => void undoLast(),
      addToCollection: (...to) => void addToCollection(...to)
    }
  }, [announce, toast, fail, undoStep])
}
