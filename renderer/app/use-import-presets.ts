import { useCallback } from 'react'
import { sentences } from '../../shared/words/join.ts'
import { request } from '../bridge/kiln.ts'
import { importWords } from '../compose/import-words.ts'
import { useFailureToast, useToast } from '../ui/toasts.tsx'

/** Takes in presets from a file that a person chooses, and says what came of it. */
export function useImportPresets(): () => void {
  const toast = useToast()
  const fail = useFailureToast()
  return useCallback(() => {
    void request('desk.importPresets').then((outcome) => {
      fail(outcome)
      if (!outcome.ok || outcome.value === null) return
      const { title, lines } = importWords(outcome.value)
      toast({ title, icon: 'bookmark', ...(lines.length > 0 && { words: sentences(...lines) }) })
    })
  }, [toast, fail])
}
