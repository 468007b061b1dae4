import { z } from 'zod'
import { defaultNetworkRules, networkRulesSchema } from '../../shared/network.ts'
import { defaultDesktopRules, desktopRulesSchema } from '../../shared/desktop-rules.ts'
import { defaultNoticeRules, noticeRulesSchema } from '../../shared/notices.ts'
import { defaultNameRule } from '../../shared/result-name.ts'
import type { Settings, SettingsChange } from '../../shared/settings.ts'
import { creditsSchema, keptGallerySchema, keptLibrarySchema, nameRuleSchema, recipeKeepingSchema, themes } from '../../shared/settings.ts'
import { languageChoices } from '../../shared/words/languages.ts'
import { defaultSpellingRules, spellingRulesSchema } from '../../shared/spelling.ts'
import { defaultUpdateRules, updateRulesSchema } from '../../shared/update.ts'
import type { Section } from './settings-file.ts'

type KeptSettings = {
  readonly current: () => Settings
  readonly change: (change: SettingsChange & { readonly libraryFolder?: string }) => Settings
}

/** Reads the person's settings; one that is missing or can't be read stands at its default. */
export function openSettings(parts: {
  readonly section: Section<Settings>
  readonly defaultLibraryFolder: string
  readonly platform: 'darwin' | 'win32' | 'linux'
  readonly onChange: (settings: Settings) => void
}): KeptSettings {
  const { section, defaultLibraryFolder, platform, onChange } = parts
  const desktop = defaultDesktopRules(platform)
  const settingsSchema = z.object({
    theme: z.enum(themes).catch('system'),
    language: z.enum(languageChoices).catch('system'),
    libraryFolder: z.string().min(1).catch(defaultLibraryFolder),
    favourites: z.array(z.string()).catch([]),
    dailyLimit: creditsSchema.nullable().catch(null),
    confirmAbove: creditsSchema.nullable().catch(null),
    recipes: recipeKeepingSchema.catch({ beside: true, inside: true }),
    nameRule: nameRuleSchema.catch(defaultNameRule),
    gallery: keptGallerySchema.nullable().catch(null),
    library: keptLibrarySchema.nullable().catch(null),
    notices: noticeRulesSchema.catch(defaultNoticeRules),
    network: networkRulesSchema.catch(defaultNetworkRules),
    updates: updateRulesSchema.catch(defaultUpdateRules),
    desktop: desktopRulesSchema.catch(desktop),
    spelling: spellingRulesSchema.catch(defaultSpellingRules)
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
      nameRule: defaultNameRule,
      gallery: null,
      library: null,
      notices: defaultNoticeRules,
      network: defaultNetworkRules,
      updates: defaultUpdateRules,
      desktop,
      spelling: defaultSpellingRules
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
        // Null takes the rule away; undefined leaves it.
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
