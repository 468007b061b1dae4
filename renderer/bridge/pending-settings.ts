import type { Settings, SettingsChange } from '../../shared/app/settings.ts'

/** Changes that main hasn't responded to yet, oldest first. */
export const pendingSettings = new Set<SettingsChange>()

/** Applies the pending changes to the settings that main has sent. Otherwise, the response to an older change would hide a newer change. */
export function withPendingSettings(settings: Settings): Settings {
  return Object.assign({}, settings, ...pendingSettings) as Settings
}
