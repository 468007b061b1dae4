import { useEffect } from 'react'
import { request } from '../bridge/kiln.ts'
import { useToast } from '../ui/toasts.tsx'

/** Says when drafts and presets are not those that they were. */
export function useDeskNotice(): void {
  const toast = useToast()
  useEffect(() => {
    void request('desk.notice').then((outcome) => {
      if (outcome.ok && outcome.value !== null)
        toast({ title: outcome.value.message, words: outcome.value.advice, tone: 'failed', icon: 'warning' })
    })
  }, [toast])
}
