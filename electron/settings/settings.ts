import { storedSettingsSchema, type Settings, type SettingsChange, type SettingsContext } from '../../shared/app/settings.ts'
import type { SettingsFileSection } from './settings-file.ts'

export type SettingsStore = {
  readonly current: () => Settings
  /** Saves new values and returns all settings. An undefined value leaves its setting unchanged. */
  readonly change: (change: SettingsChange & { readonly libraryFolder?: string }) => Settings
}

/** Opens the user's settings. A missing or invalid setting gets its default. */
export function openSettings(parts: {
  readonly section: SettingsFileSection<Settings>
  readonly defaultLibraryFolder: string
  readonly platform: SettingsContext['platform']
  readonly onChange: (settings: Settings) => void
}): SettingsStore {
  const { section, defaultLibraryFolder: libraryFolder, platform, onChange } = parts
  let settings = storedSettingsSchema({ platform, libraryFolder }).parse(section.read())
  return {
    current: () => settings,
    change: (change) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const changed: Settings = { ...settings, ...given }
      section.write(changed)
      settings = changed
      onChange(settings)
      return settings
    }
  }
}
