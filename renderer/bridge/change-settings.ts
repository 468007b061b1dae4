import type { Settings, SettingsChange } from '../../shared/app/settings.ts'
import type { Outcome } from '../../shared/ipc/outcome.ts'
import { request } from './kiln.ts'
import { pendingSettings, withPendingSettings } from './pending-settings.ts'
import { session } from './session.ts'

/**
 * Changes settings. The window shows the new settings at once. If they can't be saved, it shows the old settings again. Returns null if the
 * settings aren't loaded yet.
 */
export async function changeSettings(change: SettingsChange): Promise<Outcome<Settings> | null> {
  const { settings } = session.getState()
  if (settings.state !== 'ready') return null
  session.setState({ settings: { state: 'ready', value: { ...settings.value, ...change } } })
  pendingSettings.add(change)
  const outcome = await request('settings.change', change)
  pendingSettings.delete(change)
  if (outcome.ok) session.setState({ settings: { state: 'ready', value: withPendingSettings(outcome.value) } })
  else
    session.setState(({ settings: now }) => {
      // Another change may have been made meanwhile, so only this change is reverted.
      const old = Object.fromEntries(Object.entries(settings.value).filter(([name]) => Object.hasOwn(change, name)))
      return now.state === 'ready' ? { settings: { state: 'ready', value: withPendingSettings({ ...now.value, ...old }) } } : {}
    })
  return outcome
}
