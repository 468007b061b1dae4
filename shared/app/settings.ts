import { z } from 'zod'
import { languageChoices, type LanguageChoice } from '../i18n/languages.ts'
import { networkSettingsProblem, networkSettingsSchema, type NetworkSettings } from './network.ts'
import { desktopSettingsSchema, type DesktopSettings } from './desktop-settings.ts'
import { notificationSettingsSchema, type NotificationSettings } from './notifications.ts'
import { namePatternProblem } from '../library/result-name.ts'
import { spellingSettingsSchema, type SpellingSettings } from './spelling.ts'
import { updateSettingsSchema, type UpdateSettings } from './update.ts'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

export type Settings = {
  readonly theme: Theme
  readonly language: LanguageChoice
  /** Absolute path of the folder for results. */
  readonly libraryFolder: string
  readonly favourites: readonly string[]
  /** Maximum credits charged or committed per day of the local calendar. Null for no limit. */
  readonly dailyLimit: number | null
  /** In credits. Kiln asks before it sends a single task with a higher or unknown price. Null to never ask. */
  readonly confirmAbove: number | null
  readonly recipes: RecipeSettings
  /** Pattern for file names. See `result-name.ts`. */
  readonly nameRule: string
  /** Last state of the gallery. Null for the default. */
  readonly gallery: StoredGalleryState | null
  /** Last state of the library. Null for the default. */
  readonly library: LibraryViewState | null
  readonly notices: NotificationSettings
  readonly network: NetworkSettings
  readonly updates: UpdateSettings
  readonly desktop: DesktopSettings
  readonly spelling: SpellingSettings
}

const word = z.string().max(40)
/** Tab, sort order and facets of the gallery. Main doesn't validate the names, because only the page defines them. */
export const galleryStateSchema = z.object({
  tab: word,
  sort: word,
  takes: z.array(word).max(20).readonly(),
  gives: z.array(word).max(20).readonly(),
  isFavouritesOnly: z.boolean()
})
export type StoredGalleryState = Readonly<z.infer<typeof galleryStateSchema>>

/** `sort`: a sort order of the library, defined by the page. `rowHeight`: in pixels. */
export const libraryViewStateSchema = z.object({ sort: word, rowHeight: z.number().int().min(1).max(2_000) })
export type LibraryViewState = Readonly<z.infer<typeof libraryViewStateSchema>>

export const recipeSettingsSchema = z.object({ beside: z.boolean(), inside: z.boolean() })
/**
 * `beside`: true to save a recipe beside each file. `inside`: true to save the recipe inside the file, if the format allows it. If no
 * recipe is saved beside the file, stars, tags and collections are only in Kiln's index.
 */
export type RecipeSettings = Readonly<z.infer<typeof recipeSettingsSchema>>

export const namePatternSchema = z.string().refine((rule) => namePatternProblem(rule) === null)

/** An amount in credits that the user enters. */
export const creditsSchema = z.number().min(0).max(1_000_000_000)

/** Settings that the page may change. The library folder is chosen in the system's own dialog. */
export const settingsChangeSchema = z.object({
  theme: z.enum(themes).optional(),
  language: z.enum(languageChoices).optional(),
  favourites: z.array(z.string().max(200)).max(500).optional(),
  dailyLimit: creditsSchema.nullable().optional(),
  confirmAbove: creditsSchema.nullable().optional(),
  recipes: recipeSettingsSchema.optional(),
  nameRule: namePatternSchema.optional(),
  gallery: galleryStateSchema.optional(),
  library: libraryViewStateSchema.optional(),
  notices: notificationSettingsSchema.optional(),
  network: networkSettingsSchema.refine((rules) => networkSettingsProblem(rules) === null).optional(),
  updates: updateSettingsSchema.optional(),
  desktop: desktopSettingsSchema.optional(),
  spelling: spellingSettingsSchema.optional()
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>
