import { z } from 'zod'
import type { LeftValue } from './fields.ts'
import type { DraftMedia } from './media-facts.ts'
import { valueSchema, valuesSchema } from './values.ts'
import type { Values } from './values.ts'

/** What a person keeps at hand, as page and main speak of it. */

/** A form as it was left. Files in it are tokens in the page and paths in main; a page never names a path. */
export type KeptForm = {
  readonly values: Values
  /** The tab that was chosen; null: the one that the values are in. */
  readonly modeId: string | null
  /** Names of the seeds that stay the same from run to run. */
  readonly keptSeeds: readonly string[]
  /** What the form has no place for; not sent, and kept until a person lets it go. */
  readonly left: readonly LeftValue[]
}

/** A file that was in a form and can't be opened now. Its token keeps its place, so that it is found again when it is back. */
export type GoneFile = { readonly draft: string; readonly name: string }

/** A form with the files of today: `media` are open, `gone` are not. */
export type OpenedForm = { readonly form: KeptForm; readonly media: readonly DraftMedia[]; readonly gone: readonly GoneFile[] }

export type PresetView = {
  readonly id: string
  readonly name: string
  /** First words of its prompt, or names of its files. */
  readonly summary: string
  /** Milliseconds since 1970. */
  readonly changedAt: number
  /** What has changed in the contract since, as far as it concerns these values; full sentences. Empty: it fits. */
  readonly misfits: readonly string[]
}

/** What is at hand for one capability. `lastSentAt`: when values were last sent; null: never. */
export type PresetShelf = { readonly presets: readonly PresetView[]; readonly lastSentAt: number | null }

/** `taken`: another preset has this name; nothing was changed. */
export type PresetOutcome = { readonly kind: 'kept'; readonly preset: PresetView } | { readonly kind: 'taken' }

export type PresetImport = {
  readonly taken: number
  readonly alreadyThere: number
  /** Names that were taken by other values: the new one got a number. */
  readonly renamed: readonly { readonly name: string; readonly newName: string }[]
  /** `why` goes on a sentence after a colon. */
  readonly refused: readonly { readonly name: string; readonly why: string }[]
}

export type PromptEntry = {
  readonly id: number
  readonly text: string
  /** Id of the capability that it was last sent to. */
  readonly capability: string
  /** Milliseconds since 1970. */
  readonly usedAt: number
}

const mostNameCharacters = 120
/** Characters of JSON: more than any form holds that a service would take. */
const mostFormCharacters = 1_000_000

export const presetNameSchema = z.string().trim().min(1).max(mostNameCharacters)
const leftValueSchema: z.ZodType<LeftValue> = z.object({
  name: z.string().max(1000),
  label: z.string().max(1000),
  value: valueSchema,
  why: z.string().max(1000)
})
export const keptFormSchema: z.ZodType<KeptForm> = z
  .object({
    values: valuesSchema,
    modeId: z.string().max(500).nullable(),
    keptSeeds: z.array(z.string().max(1000)).max(200),
    left: z.array(leftValueSchema).max(500)
  })
  .refine((form) => JSON.stringify(form).length <= mostFormCharacters, 'The form is too large.')
