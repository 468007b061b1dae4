import { useEffect } from 'react'
import { request } from '../bridge/kiln.ts'
import { useToast } from '../ui/toasts.tsx'

/** Reports that the drafts and presets differ from those of the last session. */
export function useWorkspaceWarning(): void {
  const toast = useToast()
  useEffect(() => {
    void request('workspace.warning').then((outcome) => {
      if (outcome.ok && outcome.value !== null)
        toast({ title: outcome.value.message, description: outcome.value.advice, tone: 'failed', icon: 'warning' })
    })
  }, [toast])
}
