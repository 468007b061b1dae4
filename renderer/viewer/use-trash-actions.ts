import { useCallback, useEffect, useMemo, useRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { lastUndoStep, moveToTrash, useLastTrashStep, type UndoStep } from '../media/library-undo.ts'
import { useUndoLibraryStep } from '../media/use-undo-library-step.ts'
import { navigateBack, showInViewer } from '../navigation/route.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

export type TrashActions = {
  /**
   * Moves an item to the trash. `key` is its library key. `besideId` is the ID of the result to show next, or null to go back. Does nothing
   * while another move is running.
   */
  readonly move: (key: number, itemId: string, besideId: string | null) => void
  /**
   * Undoes the last library change or deletion. First waits for the main process to complete pending changes. Does nothing if there is
   * nothing to undo.
   */
  readonly undoLast: () => void
  /** Undoes the last deletion. Null if none exists. */
  readonly untrash: (() => void) | null
}

/**
 * Returns actions that move the viewed result to the trash, and that undo the move. After a move, another result is shown, or the viewer
 * goes back. If the user has meanwhile opened another result, that result stays.
 */
export function useTrashActions(shownId: string): TrashActions {
  const toast = useToast()
  const undoStep = useUndoLibraryStep()
  const announce = useAnnounce()
  const fail = useFailureToast()
  const lastTrash = useLastTrashStep()
  const moved = useRef<{ readonly token: string; readonly itemId: string } | null>(null)
  const latestId = useRef(shownId)
  const isHere = useRef(true)
  const isMoving = useRef(false)
  useEffect(() => {
    latestId.current = shownId
  })
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const revert = useCallback(
    async (step: UndoStep) => {
      if (!(await undoStep(step))) return
      const own = moved.current
      if (isHere.current && own?.token === step.receipt.token) showInViewer(own.itemId)
    },
    [undoStep]
  )
  const undoLast = useCallback(async () => {
    const step = await lastUndoStep()
    if (step !== null) await revert(step)
  }, [revert])
  const move = useCallback(
    async (key: number, itemId: string, besideId: string | null) => {
      if (isMoving.current) return
      isMoving.current = true
      const outcome = await moveToTrash([key])
      isMoving.current = false
      if (!outcome.ok) {
        fail(outcome)
        return
      }
      const receipt = outcome.value
      moved.current = { token: receipt.token, itemId }
      const title = say('Moved to trash')
      announce(title)
      toast({
        id: receipt.token,
        title,
        icon: 'trash',
        action: { label: say('Undo'), onSelect: () => void revert({ kind: 'trash', receipt }), undoes: true }
      })
      if (!isHere.current || latestId.current !== itemId) return
      if (besideId === null) navigateBack()
      else showInViewer(besideId)
    },
    [announce, toast, fail, revert]
  )
  return useMemo(
    () => ({
      move: (...one) => void move(...one),
      undoLast: () => void undoLast(),
      untrash: lastTrash === null ? null : () => void revert(lastTrash)
    }),
    [move, revert, undoLast, lastTrash]
  )
}
