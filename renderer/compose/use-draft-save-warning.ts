import { useEffect } from 'react'
import { useFailureToast } from '../ui/toasts.tsx'
import { useDraftSaveError } from './forms-store.ts'

/** Shows a toast when drafts can't be saved. Reports an unchanged error only once. */
export function useDraftSaveWarning(): void {
  const trouble = useDraftSaveError()
  const fail = useFailureToast()
  const message = trouble?.message ?? null
  const advice = trouble?.advice ?? null
  useEffect(() => {
    if (message !== null) fail({ ok: false, message, advice })
  }, [message, advice, fail])
}
