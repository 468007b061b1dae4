import { useCallback } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

export type FileActions = { readonly saveAs: () => void; readonly copy: () => void; readonly showInFolder: () => void }

/**
 * Returns the file actions of a result, which the main process performs. A toast confirms an action whose effect isn't visible otherwise.
 */
export function useFileActions(): (id: string) => FileActions {
  const announce = useAnnounce()
  const toast = useToast()
  const fail = useFailureToast()
  return useCallback(
    (id) => {
      async function perform(name: 'result.saveAs' | 'result.copy' | 'result.showInFolder', words: string): Promise<void> {
        const outcome = await request(name, { id })
        if (!outcome.ok) return fail(outcome)
        // The user cancelled the dialog.
        if (outcome.value === false) return
        if (name !== 'result.showInFolder') toast({ title: words, icon: 'check', tone: 'done' })
        announce(words)
      }
      return {
        saveAs: () => void perform('result.saveAs', say('Saved')),
        copy: () => void perform('result.copy', say('Copied')),
        showInFolder: () => void perform('result.showInFolder', say('Shown in folder'))
      }
    },
    [announce, toast, fail]
  )
}
