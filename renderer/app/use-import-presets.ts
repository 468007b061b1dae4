import { useCallback } from 'react'
import { joinSentences } from '../../shared/i18n/join.ts'
import { request } from '../bridge/kiln.ts'
import { presetImportText } from '../compose/preset-import-text.ts'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

/** Returns a function that imports presets from a file that the user chooses. A toast reports the result. */
export function useImportPresets(): () => void {
  const toast = useToast()
  const fail = useFailureToast()
  return useCallback(() => {
    void request('workspace.importPresets').then((outcome) => {
      fail(outcome)
      if (!outcome.ok || outcome.value === null) return
      const { title, lines } = presetImportText(outcome.value)
      toast({ title, icon: 'bookmark', ...(lines.length > 0 && { description: joinSentences(...lines) }) })
    })
  }, [toast, fail])
}
