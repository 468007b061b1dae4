import { z } from 'zod'
import { isRecord } from '../form/fields/schema-reading.ts'
import { languageChoices } from '../i18n/languages.ts'
import { defaultNamePattern, namePatternProblem } from '../library/result-name.ts'
import { defaultDesktopSettings, desktopSettingsSchema } from './desktop-settings.ts'
import { defaultNetworkSettings, networkSettingsProblem, networkSettingsSchema } from './network.ts'
import { defaultNotificationSettings, notificationSettingsSchema } from './notifications.ts'
import { defaultSpellingSettings, spellingSettingsSchema } from './spelling.ts'
import { defaultUpdateSettings, updateSettingsSchema } from './update.ts'

/** Platform and library folder of this computer. Some defaults depend on them. */
export type SettingsContext = { readonly platform: 'darwin' | 'win32' | 'linux'; readonly libraryFolder: string }

type SettingDefinition<Value> = {
  /** Validates the value in the settings file. */
  readonly stored: z.ZodType<Value>
  /** Returns the default. */
  readonly initial: (context: SettingsContext) => Value
  /** Validates the window's input. Null if the window can't change the setting. */
  readonly change: z.ZodType<Value> | null
}

/**
 * Declares a setting that the window can change. `change` validates the window's input. By default, the window can set any value that can
 * be stored.
 */
function setting<Value>(stored: z.ZodType<Value>, initial: (context: SettingsContext) => NoInfer<Value>, change = stored) {
  return { stored, initial, change } satisfies SettingDefinition<Value>
}

/** An amount in credits that the user enters. */
const credits = z.number().min(0).max(1_000_000_000)

const word = z.string().max(40)
/** Tab, sort order and facets of the gallery. Main doesn't validate the names, because only the page defines them. */
const galleryStateSchema = z.object({
  tab: word,
  sort: word,
  takes: z.array(word).max(20).readonly(),
  gives: z.array(word).max(20).readonly(),
  isFavouritesOnly: z.boolean()
})
export type StoredGalleryState = Readonly<z.infer<typeof galleryStateSchema>>

/**
 * `sort`: a sort order of the library, defined by the page. `rowHeight`: in pixels. `groupsRuns`: true if the results of a task are one
 * tile. Earlier versions didn’t store `groupsRuns`.
 */
const libraryViewStateSchema = z.object({
  sort: word,
  rowHeight: z.number().int().min(1).max(2_000),
  groupsRuns: z.boolean().default(false)
})
export type LibraryViewState = Readonly<z.infer<typeof libraryViewStateSchema>>

const composeViewSchema = z.object({ isPanelOpen: z.boolean() })

const recipeSettingsSchema = z.object({ beside: z.boolean(), inside: z.boolean() })
/**
 * `beside`: true to save a recipe beside each file. `inside`: true to save the recipe inside the file, if the format allows it. If no
 * recipe is saved beside the file, stars, tags and collections are only in Kiln's index.
 */
export type RecipeSettings = Readonly<z.infer<typeof recipeSettingsSchema>>

/** Every setting. The names and their order are stored. Don't rename or reorder them. */
const definitions = {
  theme: setting(z.enum(['system', 'dark', 'light']), () => 'system' as const),
  language: setting(z.enum(languageChoices), () => 'system' as const),
  favourites: setting(z.array(z.string()), () => [], z.array(z.string().max(200)).max(500)),
  /** Absolute path of the folder for results. Chosen in the system's own dialog. */
  libraryFolder: { ...setting(z.string().min(1), ({ libraryFolder }) => libraryFolder), change: null },
  /** Maximum credits charged or committed per day of the local calendar. Null for no limit. */
  dailyLimit: setting(credits.nullable(), () => null),
  /** In credits. Kiln asks before it sends a single task with a higher or unknown price. Null to never ask. */
  confirmAbove: setting(credits.nullable(), () => null),
  recipes: setting(recipeSettingsSchema, () => ({ beside: true, inside: true })),
  /** Pattern for file names. See `result-name.ts`. */
  nameRule: setting(
    z.string().refine((rule) => namePatternProblem(rule) === null),
    () => defaultNamePattern
  ),
  /** Last state of the gallery. Null for the default. */
  gallery: setting(galleryStateSchema.nullable(), () => null, galleryStateSchema),
  /** Last state of the library. Null for the default. */
  library: setting(libraryViewStateSchema.nullable(), () => null, libraryViewStateSchema),
  notices: setting(notificationSettingsSchema, () => defaultNotificationSettings),
  network: setting(
    networkSettingsSchema,
    () => defaultNetworkSettings,
    networkSettingsSchema.refine((rules) => networkSettingsProblem(rules) === null)
  ),
  updates: setting(updateSettingsSchema, () => defaultUpdateSettings),
  desktop: setting(desktopSettingsSchema, ({ platform }) => defaultDesktopSettings(platform)),
  spelling: setting(spellingSettingsSchema, () => defaultSpellingSettings),
  /** `isPanelOpen`: true to show the parameters of a form beside its results. */
  compose: setting(composeViewSchema, () => ({ isPanelOpen: true })),
  /**
   * Decides how an action sends several results if one task could accept them all. `each`: one task for each result. `together`: one task
   * for all results. `ask`: Kiln asks the user.
   */
  severalResults: setting(z.enum(['ask', 'each', 'together']), () => 'ask' as const),
  /** True while the user has paused sending. New tasks wait, also after a restart. */
  isSendingPaused: setting(z.boolean(), () => false),
  /** Keys of the palette's commands that the user ran last, newest first. Main doesn't validate the keys, because only the page defines them. */
  recentCommands: setting(z.array(z.string().max(200)).max(20), () => [])
}
type Definitions = typeof definitions

export type Settings = { readonly [Name in keyof Definitions]: Readonly<z.infer<Definitions[Name]['stored']>> }
export type Theme = Settings['theme']

/** New values of settings that the window can change. Other settings keep their values. */
export type SettingsChange = {
  readonly [Name in keyof Definitions as Definitions[Name]['change'] extends null ? never : Name]?: Settings[Name]
}

/**
 * Reads stored settings. A missing or invalid setting gets its default, and the others keep their values. A key that is missing inside a
 * setting also gets its default. New versions can therefore add keys.
 */
export function storedSettingsSchema(context: SettingsContext): z.ZodType<Settings> {
  const schema = schemaOf(({ stored, initial }) =>
    z.preprocess((value) => withMissingKeys(value, initial(context)), stored).catch(initial(context))
  )
  return schema.catch(() => schema.parse({})) as z.ZodType<Settings>
}

function withMissingKeys(value: unknown, initial: unknown): unknown {
  if (!isRecord(value) || !isRecord(initial)) return value
  const filled = Object.entries(initial).map(([key, start]) => [
    key,
    Object.hasOwn(value, key) ? withMissingKeys(value[key], start) : start
  ])
  return { ...value, ...(Object.fromEntries(filled) as object) }
}

/** Validates changes from the window. Drops settings that the window can't change. */
export const settingsChangeSchema = schemaOf(({ change }) => change?.optional() ?? null) as z.ZodType<SettingsChange>

/** Creates an object schema with a field for each setting, in the order of `definitions`. `fieldOf` returns null to omit a setting. */
function schemaOf(fieldOf: (definition: SettingDefinition<unknown>) => z.ZodType | null): z.ZodType {
  const fields = Object.entries<SettingDefinition<unknown>>(definitions).map(([name, definition]) => [name, fieldOf(definition)] as const)
  return z.object(Object.fromEntries(fields.filter((field): field is [string, z.ZodType] => field[1] !== null)))
}
