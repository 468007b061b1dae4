import { useEffect } from 'react'
import { request } from '../bridge/kiln.ts'
import { useToast } from '../ui/toasts.tsx'

/** Shows a toast if drafts and presets couldn't be opened or can't be saved. */
export function useWorkspaceWarningToast(): void {
  const toast = useToast()
  useEffect(() => {
    void request('workspace.warning').then((outcome) => {
      if (outcome.ok && outcome.value !== null)
        toast({ title: outcome.value.message, description: outcome.value.advice, tone: 'failed', icon: 'warning' })
    })
  }, [toast])
}
