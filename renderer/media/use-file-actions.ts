import { useCallback } from 'react'
import { say } from '../../shared/i18n/say.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

export type FileActions = { readonly saveAs: () => void; readonly copy: () => void; readonly showInFolder: () => void }

/**
 * Returns a function that reports the outcome of a file request. If the request succeeded, a toast shows `words`. If the outcome's value is
 * false, the user cancelled the dialog, and nothing is reported.
 */
export function useReportFileAction(): (outcome: Outcome<boolean | null>, words: string) => void {
  const announce = useAnnounce()
  const toast = useToast()
  const fail = useFailureToast()
  return useCallback(
    (outcome, words) => {
      if (!outcome.ok) return fail(outcome)
      if (outcome.value === false) return
      toast({ title: words, icon: 'check', tone: 'done' })
      announce(words)
    },
    [announce, toast, fail]
  )
}

/**
 * Returns the file actions of a result, which the main process performs. A toast confirms an action whose effect isn't visible otherwise.
 */
export function useFileActions(): (id: string) => FileActions {
  const announce = useAnnounce()
  const fail = useFailureToast()
  const report = useReportFileAction()
  return useCallback(
    (id) => {
      async function showInFolder(): Promise<void> {
        const outcome = await request('result.showInFolder', { id })
        if (outcome.ok) announce(say('Shown in folder'))
        else fail(outcome)
      }
      return {
        saveAs: () => void request('result.saveAs', { id }).then((outcome) => report(outcome, say('Saved'))),
        copy: () => void request('result.copy', { id }).then((outcome) => report(outcome, say('Copied'))),
        showInFolder: () => void showInFolder()
      }
    },
    [announce, fail, report]
  )
}
