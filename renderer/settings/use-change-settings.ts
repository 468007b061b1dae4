import type { Settings, SettingsChange } from '../../shared/app/settings.ts'
import { request } from '../bridge/kiln.ts'
import { session } from '../bridge/session.ts'
import { useFailureToast } from '../ui/toasts.tsx'

/**
 * Returns a function that changes settings. The window shows the new settings at once. If they can't be saved, the function restores the
 * old settings and resolves to false.
 */
export function useChangeSettings(): (change: Partial<Settings> & SettingsChange) => Promise<boolean> {
  const sayFailure = useFailureToast()
  return async (change) => {
    const { settings } = session.getState()
    if (settings.state !== 'ready') return false
    session.setState({ settings: { state: 'ready', value: { ...settings.value, ...change } } })
    const outcome = await request('settings.change', change)
    if (outcome.ok) session.setState({ settings: { state: 'ready', value: outcome.value } })
    else
      session.setState(({ settings: now }) => {
        // Another change may have been made meanwhile, so only this change is reverted.
        const old = Object.fromEntries(Object.entries(settings.value).filter(([name]) => Object.hasOwn(change, name)))
        return now.state === 'ready' ? { settings: { state: 'ready', value: { ...now.value, ...old } } } : {}
      })
    sayFailure(outcome)
    return outcome.ok
  }
}
