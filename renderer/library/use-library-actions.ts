import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { LibraryChange, LibraryCollection, Stars } from '../../shared/library/library.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import {
  changeItems,
  lastUndoStep,
  moveToFolder,
  moveToTrash,
  removeCollection,
  renameCollection,
  useLastTrashStep,
  useLastUndoStep,
  type UndoStep
} from '../media/library-undo.ts'
import { useUndoLibraryStep } from '../media/use-undo-library-step.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import type { IconName } from '../ui/icon.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'
import { libraryViewStore } from './library-view-store.ts'
import { libraryTileStore } from './grid-store.ts'
import { starText } from '../media/star-text.ts'
import { stoppedChangeText } from '../media/stopped-change-text.ts'
import { trashedText } from '../media/trashed-text.ts'
import { tabbableTileElement } from './use-cell-focus.ts'
import { useDragItems } from './use-drag-items.ts'

export type LibraryActions = {
  /**
   * Changes library items. `words` is the message after a success. A change to several items also offers undo. Resolves to false if the
   * change failed.
   */
  readonly change: (change: LibraryChange, words: string) => Promise<boolean>
  readonly removeCollection: (id: number, words: string) => Promise<boolean>
  readonly renameCollection: (collection: LibraryCollection, newName: string) => Promise<boolean>
  /** Moves files to a folder that the user chooses. Resolves to false if the user cancelled the dialog or the move failed. */
  readonly move: (keys: readonly number[]) => Promise<boolean>
  readonly setStars: (keys: readonly number[], stars: Stars) => void
  readonly trash: (keys: readonly number[]) => void
  /** Undoes the last change or deletion. Null if none exists. */
  readonly undo: (() => void) | null
  /** Waits until the main process has completed all changes. Then undoes the last change or deletion, if one exists. */
  readonly undoLast: () => void
  /** Undoes the last deletion. Null if none exists. */
  readonly untrash: (() => void) | null
  /** Starts a native drag of these items. `shown` has the rendered tiles, for the drag image. */
  readonly drag: (keys: readonly number[], shown: readonly HTMLElement[]) => void
}

/** Returns the actions on library items. A new star rating is shown at once, and reverted if the main process can't save it. */
export function useLibraryActions(): LibraryActions {
  const toast = useToast()
  const sayFailure = useFailureToast()
  const announce = useAnnounce()
  const last = useLastUndoStep()
  const lastTrash = useLastTrashStep()
  const revert = useRevert()
  const drag = useDragItems()
  const offerUndo = useCallback(
    (title: string, description: string | null, icon: IconName, step: UndoStep) =>
      toast({
        id: step.receipt.token,
        title,
        ...(description === null ? {} : { description }),
        icon,
        action: { label: say('Undo'), onSelect: () => void revert(step), undoes: true }
      }),
    [toast, revert]
  )
  const change = useCallback(
    async (edit: LibraryChange, words: string) => {
      const outcome = await changeItems(edit)
      if (!outcome.ok) {
        // Reverts the optimistic update.
        libraryTileStore.refresh(edit.keys)
        sayFailure(outcome)
        return false
      }
      const { count, isStopped } = outcome.value
      if (isStopped) libraryTileStore.refresh(edit.keys)
      const title = isStopped ? stoppedChangeText(count) : words
      announce(title)
      if (count > 0 && (edit.keys.length > 1 || isStopped)) offerUndo(title, null, 'check', { kind: 'change', receipt: outcome.value })
      return true
    },
    [sayFailure, announce, offerUndo]
  )
  const removeAll = useCallback(
    async (id: number, words: string) => {
      const outcome = await removeCollection(id)
      sayFailure(outcome)
      if (!outcome.ok) return false
      const title = outcome.value.isStopped ? stoppedChangeText(outcome.value.count) : words
      announce(title)
      offerUndo(title, null, 'check', { kind: 'change', receipt: outcome.value })
      return !outcome.value.isStopped
    },
    [sayFailure, announce, offerUndo]
  )
  const rename = useCallback(
    async (collection: LibraryCollection, newName: string) => {
      const outcome = await renameCollection(collection, newName)
      sayFailure(outcome)
      if (!outcome.ok) return false
      const title = say('Collection “{name}” renamed to “{newName}”', { name: collection.name, newName })
      announce(title)
      offerUndo(title, null, 'check', { kind: 'rename', receipt: outcome.value })
      return true
    },
    [sayFailure, announce, offerUndo]
  )
  const move = useCallback(
    async (keys: readonly number[]) => {
      const outcome = await moveToFolder(keys)
      sayFailure(outcome)
      if (!outcome.ok || outcome.value === null) return false
      const { count, folder, failure, isStopped } = outcome.value
      const title = isStopped ? stoppedChangeText(count) : say('{count, plural, one {# file} other {# files}} moved', { count })
      announce(joinSentences(title, failure))
      if (count > 0) offerUndo(title, failure ?? folder, failure === null ? 'check' : 'warning', { kind: 'change', receipt: outcome.value })
      return true
    },
    [sayFailure, announce, offerUndo]
  )
  const setStars = useCallback(
    (keys: readonly number[], stars: Stars) => {
      libraryTileStore.put(keys.flatMap((key) => libraryTileStore.get(key) ?? []).map((tile) => ({ ...tile, stars })))
      const words = say('{count, plural, one {{stars}} other {{stars} for # items}}', {
        stars: starText(stars) || say('No rating'),
        count: keys.length
      })
      void change({ keys, stars }, words)
    },
    [change]
  )
  const trash = useCallback(
    async (keys: readonly number[]) => {
      const outcome = await moveToTrash(keys)
      if (!outcome.ok) return sayFailure(outcome)
      const receipt = outcome.value
      // The user pressed the key again before the tile disappeared, so no items were moved.
      if (receipt.count === 0 && !receipt.isStopped) return undefined
      const title = trashedText(receipt)
      announce(joinSentences(title, receipt.failure))
      if (receipt.count === 0) return toast({ title, icon: 'trash' })
      return offerUndo(title, receipt.failure, 'trash', { kind: 'trash', receipt })
    },
    [sayFailure, announce, offerUndo, toast]
  )
  const undoLast = useCallback(async () => {
    const step = await lastUndoStep()
    if (step !== null) await revert(step)
  }, [revert])
  return useMemo(
    () => ({
      change,
      removeCollection: removeAll,
      renameCollection: rename,
      move,
      setStars,
      drag: (...dragged: Parameters<typeof drag>) => void drag(...dragged),
      trash: (keys: readonly number[]) => void trash(keys),
      undo: last && (() => void revert(last)),
      undoLast: () => void undoLast(),
      untrash: lastTrash && (() => void revert(lastTrash))
    }),
    [change, removeAll, rename, move, setStars, drag, trash, undoLast, revert, last, lastTrash]
  )
}

/** Returns a function that undoes a step and keeps the focus in the grid. */
function useRevert(): (step: UndoStep) => Promise<void> {
  const undoStep = useUndoLibraryStep()
  // False after the view has closed. An undo toast can be visible for longer than the view.
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return useCallback(
    async (step) => {
      // If the deletion removed the last tile, no tile can have the focus. The focus then moves to a restored tile.
      const hadNoTile = isHere.current && step.kind === 'trash' && tabbableTileElement() === null
      if (hadNoTile) libraryViewStore.setState({ currentCell: null, getsFocus: true })
      const isUndone = await undoStep(step)
      if (hadNoTile && !isUndone) libraryViewStore.setState({ getsFocus: false })
    },
    [undoStep]
  )
}
