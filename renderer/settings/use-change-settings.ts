import type { SettingsChange } from '../../shared/app/settings.ts'
import { changeSettings } from '../bridge/change-settings.ts'
import { useFailureToast } from '../ui/toasts.tsx'

/** Returns a function that changes settings. Shows a toast and resolves to false if the settings can't be saved. */
export function useChangeSettings(): (change: SettingsChange) => Promise<boolean> {
  const sayFailure = useFailureToast()
  return async (change) => {
    const outcome = await changeSettings(change)
    if (outcome === null) return false
    sayFailure(outcome)
    return outcome.ok
  }
}
