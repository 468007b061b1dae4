import type { RequestName, RequestOutputs } from '../../shared/ipc/ipc.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

export type ResultActions = { readonly saveAs: () => void; readonly copy: () => void; readonly showInFolder: () => void }

/**
 * Returns the file actions of a result, which the main process performs. A toast confirms an action whose effect isn't visible otherwise.
 */
export function useResultActions(id: string): ResultActions {
  const announce = useAnnounce()
  const toast = useToast()
  const fail = useFailureToast()

  async function tell<Name extends RequestName>(
    asked: Promise<Outcome<RequestOutputs[Name]>>,
    words: string,
    { hasToast, isDone = () => true }: { readonly hasToast: boolean; readonly isDone?: (value: RequestOutputs[Name]) => boolean }
  ): Promise<void> {
    const outcome = await asked
    if (!outcome.ok) return fail(outcome)
    if (!isDone(outcome.value)) return
    if (hasToast) toast({ title: words, icon: 'check', tone: 'done' })
    announce(words)
  }
  return {
    saveAs: () =>
      void tell<'result.saveAs'>(request('result.saveAs', { id }), say('Saved'), {
        hasToast: true,
        // Null if the user cancelled the dialog.
        isDone: (path) => path !== null
      }),
    copy: () => void tell<'result.copy'>(request('result.copy', { id }), say('Copied'), { hasToast: true }),
    showInFolder: () =>
      void tell<'result.showInFolder'>(request('result.showInFolder', { id }), say('Shown in folder'), { hasToast: false })
  }
}
