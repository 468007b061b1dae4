import { useCallback, useEffect, useMemo } from 'react'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import { say } from '../../shared/i18n/say.ts'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useDismissToast, useFailureToast, useToast } from '../ui/toasts.tsx'

/** The undo of one action. `id` is the ID of the toast that offers the undo. */
type Undo = { readonly id: string; readonly run: () => Promise<Outcome<unknown>> }
/** Undo of the last action. Null if none exists. Kept outside the view, so that the undo still works after the user opens another view. */
let lastUndo: Undo | null = null
/** Actions that the main process hasn't completed yet. */
const pendingActions = new Set<Promise<unknown>>()

export type TaskActions = {
  readonly hide: (ids: readonly string[]) => void
  readonly unhide: (ids: readonly string[]) => void
  readonly cancel: (id: string) => void
  readonly cancelRest: (batchId: string) => void
}

/** Returns the actions of tasks and batches. The user can undo each action with a button in its toast, or with a keyboard shortcut. */
export function useTaskActions(): TaskActions {
  const toast = useToast()
  const sayFailure = useFailureToast()
  const run = useRunUndo()
  const offer = useCallback(
    (title: string, runUndo: Undo['run']) => {
      const undo: Undo = { id: crypto.randomUUID(), run: runUndo }
      lastUndo = undo
      toast({ id: undo.id, title, icon: 'undo', action: { label: say('Undo'), onSelect: () => void run(undo), undoes: true } })
    },
    [toast, run]
  )
  return useMemo(() => {
    async function act<Value>(sent: Promise<Outcome<Value>>, then: (value: Value) => void): Promise<void> {
      const acted = sent.then((outcome) => {
        sayFailure(outcome)
        if (outcome.ok) then(outcome.value)
      })
      pendingActions.add(acted)
      return acted.finally(() => pendingActions.delete(acted))
    }
    const undoCancel = (ids: readonly string[]) => () => request('task.undoCancel', { ids })
    return {
      hide: (ids) =>
        void act(request('task.hide', { ids }), () =>
          offer(say('{count, plural, one {# task} other {# tasks}} hidden', { count: ids.length }), () => request('task.unhide', { ids }))
        ),
      unhide: (ids) =>
        void act(request('task.unhide', { ids }), () =>
          offer(say('{count, plural, one {# task} other {# tasks}} shown in the queue again', { count: ids.length }), () =>
            request('task.hide', { ids })
          )
        ),
      cancel: (id) => void act(request('task.cancel', { id }), () => offer(cancelledText(1), undoCancel([id]))),
      cancelRest: (batchId) =>
        void act(request('batch.cancelRest', { id: batchId }), ({ ids }) => {
          if (ids.length > 0) offer(cancelledText(ids.length), undoCancel(ids))
        })
    }
  }, [offer, sayFailure])
}

/** Undoes the last action when the user presses the undo key. Call this once per view. */
export function useUndoTaskActionKey(): void {
  const run = useRunUndo()
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (pressedShortcut('queue', event) !== 'undo' || isDialogOpen()) return
      // In a text field, the shortcut undoes typing instead.
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null) return
      // Prevents Chromium from undoing earlier typing in the search field.
      event.preventDefault()
      void runLast()
    }
    async function runLast(): Promise<void> {
      // An action can only be undone after the main process has completed it.
      await Promise.allSettled(pendingActions)
      if (lastUndo !== null) await run(lastUndo)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [run])
}

/** Returns a function that undoes an action and removes its toast. */
function useRunUndo(): (undo: Undo) => Promise<void> {
  const dismissToast = useDismissToast()
  const announce = useAnnounce()
  const sayFailure = useFailureToast()
  return useCallback(
    async (undo: Undo) => {
      if (undo === lastUndo) lastUndo = null
      // Removes the toast that offers the same undo.
      dismissToast(undo.id)
      const outcome = await undo.run()
      sayFailure(outcome)
      if (outcome.ok) announce(say('Undone'))
    },
    [announce, sayFailure, dismissToast]
  )
}

function cancelledText(count: number): string {
  return say('{count, plural, one {# task} other {# tasks}} cancelled, nothing charged', { count })
}
