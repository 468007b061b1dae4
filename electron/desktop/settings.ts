import { z } from 'zod'
import type { Settings, SettingsChange } from '../../shared/settings.ts'
import { themes } from '../../shared/settings.ts'
import type { Section } from './settings-file.ts'

type KeptSettings = {
  readonly current: () => Settings
  readonly change: (change: SettingsChange & { readonly libraryFolder?: string }) => Settings
}

/** Reads the person's settings; one that is missing or can't be read stands at its default. */
export function openSettings(parts: {
  readonly section: Section<Settings>
  readonly defaultLibraryFolder: string
  readonly onChange: (settings: Settings) => void
}): KeptSettings {
  const { section, defaultLibraryFolder, onChange } = parts
  const settingsSchema = z.object({
    theme: z.enum(themes).catch('system'),
    libraryFolder: z.string().min(1).catch(defaultLibraryFolder),
    favourites: z.array(z.string()).catch([])
  })
  let settings: Settings = settingsSchema
    .catch({ theme: 'system', libraryFolder: defaultLibraryFolder, favourites: [] })
    .parse(section.read())

  return {
    current: () => settings,
    change: ({ theme, favourites, libraryFolder }) => {
      const changed: Settings = {
        theme: theme ?? settings.theme,
        favourites: favourites ?? settings.favourites,
        libraryFolder: libraryFolder ?? settings.libraryFolder
      }
      section.write(changed)
      settings = changed
      onChange(settings)
      return settings
    }
  }
}
