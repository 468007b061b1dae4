import { z } from 'zod'
import { defaultNetworkSettings, networkSettingsSchema } from '../../shared/app/network.ts'
import { defaultDesktopSettings, desktopSettingsSchema } from '../../shared/app/desktop-settings.ts'
import { defaultNotificationSettings, notificationSettingsSchema } from '../../shared/app/notifications.ts'
import { defaultNamePattern } from '../../shared/library/result-name.ts'
import type { Settings, SettingsChange } from '../../shared/app/settings.ts'
import {
  creditsSchema,
  galleryStateSchema,
  libraryViewStateSchema,
  namePatternSchema,
  recipeSettingsSchema,
  themes
} from '../../shared/app/settings.ts'
import { languageChoices } from '../../shared/i18n/languages.ts'
import { defaultSpellingSettings, spellingSettingsSchema } from '../../shared/app/spelling.ts'
import { defaultUpdateSettings, updateSettingsSchema } from '../../shared/app/update.ts'
import type { SettingsFileSection } from './settings-file.ts'

type KeptSettings = {
  readonly current: () => Settings
  readonly change: (change: SettingsChange & { readonly libraryFolder?: string }) => Settings
}

/** Opens the user's settings. A missing or invalid setting gets its default. */
export function openSettings(parts: {
  readonly section: SettingsFileSection<Settings>
  readonly defaultLibraryFolder: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly onChange: (settings: Settings) => void
}): KeptSettings {
  const { section, defaultLibraryFolder, platform, onChange } = parts
  const desktop = defaultDesktopSettings(platform)
  const settingsSchema = z.object({
    theme: z.enum(themes).catch('system'),
    language: z.enum(languageChoices).catch('system'),
    libraryFolder: z.string().min(1).catch(defaultLibraryFolder),
    favourites: z.array(z.string()).catch([]),
    dailyLimit: creditsSchema.nullable().catch(null),
    confirmAbove: creditsSchema.nullable().catch(null),
    recipes: recipeSettingsSchema.catch({ beside: true, inside: true }),
    nameRule: namePatternSchema.catch(defaultNamePattern),
    gallery: galleryStateSchema.nullable().catch(null),
    library: libraryViewStateSchema.nullable().catch(null),
    notices: notificationSettingsSchema.catch(defaultNotificationSettings),
    network: networkSettingsSchema.catch(defaultNetworkSettings),
    updates: updateSettingsSchema.catch(defaultUpdateSettings),
    desktop: desktopSettingsSchema.catch(desktop),
    spelling: spellingSettingsSchema.catch(defaultSpellingSettings)
  })
  let settings: Settings = settingsSchema
    .catch({
      theme: 'system',
      language: 'system',
      libraryFolder: defaultLibraryFolder,
      favourites: [],
      dailyLimit: null,
      confirmAbove: null,
      recipes: { beside: true, inside: true },
      nameRule: defaultNamePattern,
      gallery: null,
      library: null,
      notices: defaultNotificationSettings,
      network: defaultNetworkSettings,
      updates: defaultUpdateSettings,
      desktop,
      spelling: defaultSpellingSettings
    })
    .parse(section.read())

  return {
    current: () => settings,
    change: ({
      theme,
      language,
      favourites,
      libraryFolder,
      dailyLimit,
      confirmAbove,
      recipes,
      nameRule,
      gallery,
      library,
      notices,
      network,
      updates,
      desktop: rules,
      spelling
    }) => {
      const changed: Settings = {
        theme: theme ?? settings.theme,
        language: language ?? settings.language,
        favourites: favourites ?? settings.favourites,
        libraryFolder: libraryFolder ?? settings.libraryFolder,
        // Null removes the limit. Undefined keeps it.
        dailyLimit: dailyLimit === undefined ? settings.dailyLimit : dailyLimit,
        confirmAbove: confirmAbove === undefined ? settings.confirmAbove : confirmAbove,
        recipes: recipes ?? settings.recipes,
        nameRule: nameRule ?? settings.nameRule,
        gallery: gallery ?? settings.gallery,
        library: library ?? settings.library,
        notices: notices ?? settings.notices,
        network: network ?? settings.network,
        updates: updates ?? settings.updates,
        desktop: rules ?? settings.desktop,
        spelling: spelling ?? settings.spelling
      }
      section.write(changed)
      settings = changed
      onChange(settings)
      return settings
    }
  }
}
