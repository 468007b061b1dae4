import { useCallback } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useDismissToast, useFailureToast } from '../ui/toasts.tsx'
import { undoLibraryStep, type UndoStep } from './library-undo.ts'

/** Returns a function that undoes a step and announces the result. It resolves to false if the undo failed. */
export function useUndoLibraryStep(): (step: UndoStep) => Promise<boolean> {
  const dismissToast = useDismissToast()
  const announce = useAnnounce()
  const fail = useFailureToast()
  return useCallback(
    async (step) => {
      const { count, token } = step.receipt
      // Removes the toast that offers the same undo.
      dismissToast(token)
      const outcome = await undoLibraryStep(step)
      if (!outcome.ok) fail(outcome)
      else if (step.kind !== 'trash') announce(say('{count, plural, one {Change} other {# changes}} undone', { count }))
      else announce(count === 1 ? say('Restored') : say('{count, number} items restored', { count }))
      return outcome.ok
    },
    [announce, fail, dismissToast]
  )
}
