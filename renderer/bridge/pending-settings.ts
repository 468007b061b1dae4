import type { Settings, SettingsChange } from '../../shared/app/settings.ts'

/** Changes that main hasn't responded to yet, oldest first. */
export const pendingSettings = new Set<SettingsChange>()

/** Applies the pending changes to the settings that main has sent, so that the response to an older change doesn't hide a newer one. */
export function withPendingSettings(settings: Settings): Settings {
  return Object.assign({}, settings, ...pendingSettings) as Settings
}
