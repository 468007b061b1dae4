import { z } from 'zod'
import { languageChoices, type LanguageChoice } from './words/languages.ts'
import { networkProblem, networkRulesSchema, type NetworkRules } from './network.ts'
import { desktopRulesSchema, type DesktopRules } from './desktop-rules.ts'
import { noticeRulesSchema, type NoticeRules } from './notices.ts'
import { nameRuleProblem } from './result-name.ts'
import { spellingRulesSchema, type SpellingRules } from './spelling.ts'
import { updateRulesSchema, type UpdateRules } from './update.ts'

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]

export type Settings = {
  readonly theme: Theme
  readonly language: LanguageChoice
  /** Absolute path of the folder that results are kept in. */
  readonly libraryFolder: string
  readonly favourites: readonly string[]
  /** Credits that may be spent or bound in one day of the local calendar; null: no limit. */
  readonly dailyLimit: number | null
  /** A single order of more credits than this is asked about first; null: never. */
  readonly confirmAbove: number | null
  readonly recipes: RecipeKeeping
  /** How files are named: see `result-name.ts`. */
  readonly nameRule: string
  /** How the gallery was left; null: as it comes. */
  readonly gallery: KeptGallery | null
  /** How the library was left; null: as it comes. */
  readonly library: KeptLibrary | null
  readonly notices: NoticeRules
  readonly network: NetworkRules
  readonly updates: UpdateRules
  readonly desktop: DesktopRules
  readonly spelling: SpellingRules
}

const word = z.string().max(40)
/** Tab, order and facets in the gallery's own words, which main does not know. */
export const keptGallerySchema = z.object({
  tab: word,
  sort: word,
  takes: z.array(word).max(20).readonly(),
  gives: z.array(word).max(20).readonly(),
  isFavouritesOnly: z.boolean()
})
export type KeptGallery = Readonly<z.infer<typeof keptGallerySchema>>

/** Order, in the library's own words, and the height of its rows in pixels. */
export const keptLibrarySchema = z.object({ sort: word, rowHeight: z.number().int().min(1).max(2_000) })
export type KeptLibrary = Readonly<z.infer<typeof keptLibrarySchema>>

export const recipeKeepingSchema = z.object({ beside: z.boolean(), inside: z.boolean() })
/**
 * Whether how a result was made is kept beside its file (without it stars, tags and collections are in Kiln's index alone), and inside the file
 * where its format has a place for it.
 */
export type RecipeKeeping = Readonly<z.infer<typeof recipeKeepingSchema>>

export const nameRuleSchema = z.string().refine((rule) => nameRuleProblem(rule) === null)

/** A figure that a person sets, in credits. */
export const creditsSchema = z.number().min(0).max(1_000_000_000)

/** What the page may change; the library folder is chosen through the system's own dialog. */
export const settingsChangeSchema = z.object({
  theme: z.enum(themes).optional(),
  language: z.enum(languageChoices).optional(),
  favourites: z.array(z.string().max(200)).max(500).optional(),
  dailyLimit: creditsSchema.nullable().optional(),
  confirmAbove: creditsSchema.nullable().optional(),
  recipes: recipeKeepingSchema.optional(),
  nameRule: nameRuleSchema.optional(),
  gallery: keptGallerySchema.optional(),
  library: keptLibrarySchema.optional(),
  notices: noticeRulesSchema.optional(),
  network: networkRulesSchema.refine((rules) => networkProblem(rules) === null).optional(),
  updates: updateRulesSchema.optional(),
  desktop: desktopRulesSchema.optional(),
  spelling: spellingRulesSchema.optional()
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>
