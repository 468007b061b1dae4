import { z } from 'zod'
import type { ContractMismatch, UnmappedValue } from './fields.ts'
import type { UnmappedReason } from './fields/value-change.ts'
import { valueKinds } from './fields/value-change.ts'
import type { LocalMedia } from './media-facts.ts'
import type { GivenSource } from './task-source.ts'
import { givenSourcesSchema } from './task-source-schema.ts'
import { valueSchema, valuesSchema } from './values.ts'
import type { Values } from './values.ts'

/** Forms, presets and prompts that the user saves. The page and main share these types. */

/** A form as the user left it. Files in it are tokens in the page and paths in main. The page never handles paths. */
export type SavedForm = {
  readonly values: Values
  /** ID of the selected mode. Null for the mode that matches the values. */
  readonly modeId: string | null
  /** Names of the seed fields whose value stays the same in the next task. */
  readonly keptSeeds: readonly string[]
  /** Values that don't fit any field of the form. They aren't sent, and are kept until the user discards them. */
  readonly left: readonly UnmappedValue[]
  /** The results that the form was filled from. They are part of the next task's provenance. */
  readonly from?: readonly GivenSource[] | undefined
}

/** A form's file that can't be opened now. Kiln keeps the file's token and uses the file again once it can be opened. */
export type UnavailableFile = { readonly draft: string; readonly name: string }

/** A form with the current state of its files. Files in `media` can be opened, and files in `unavailable` can't. */
export type OpenedForm = {
  readonly form: SavedForm
  readonly media: readonly LocalMedia[]
  readonly unavailable: readonly UnavailableFile[]
}

/** The drafts of a form, in order of their numbers. `shown` is the number of the draft that the form shows. */
export type OpenedDrafts = {
  readonly drafts: readonly { readonly draft: number; readonly opened: OpenedForm }[]
  readonly shown: number
}

export type PresetSummary = {
  readonly id: string
  readonly name: string
  /** First words of the prompt, or names of the files. */
  readonly summary: string
  /** Milliseconds since 1970. */
  readonly changedAt: number
  /** Contract changes since the preset was saved that affect its values. Empty if the values are still valid. */
  readonly mismatches: readonly ContractMismatch[]
}

/** Presets of a capability. `lastSentAt`: when values were last sent, in milliseconds since 1970. Null if never. */
export type PresetList = { readonly presets: readonly PresetSummary[]; readonly lastSentAt: number | null }

/** `taken`: another preset has this name, and nothing was changed. */
export type SavePresetResult = { readonly kind: 'kept'; readonly preset: PresetSummary } | { readonly kind: 'taken' }

export type PresetImportResult = {
  readonly imported: number
  readonly alreadyThere: number
  /** Presets whose name was already used for other values. A number was added to the new preset's name. */
  readonly renamed: readonly { readonly name: string; readonly newName: string }[]
  /** `why` continues a sentence after a colon. */
  readonly refused: readonly { readonly name: string; readonly why: string }[]
}

export type PromptEntry = {
  readonly id: number
  readonly text: string
  /** ID of the capability that the prompt was last sent to. */
  readonly capability: string
  /** Milliseconds since 1970. */
  readonly usedAt: number
}

const mostNameCharacters = 120
/** Maximum length of a form's JSON, in characters. No service would accept a larger form. */
const mostFormCharacters = 1_000_000

export const presetNameSchema = z.string().trim().min(1).max(mostNameCharacters)
const noParams = z.object({})
const unmappedReasonSchema: z.ZodType<UnmappedReason> = z.discriminatedUnion('code', [
  z.object({ code: z.literal('no-longer-accepted'), params: noParams }),
  z.object({ code: z.literal('other-kind'), params: z.object({ kind: z.enum(valueKinds) }) }),
  z.object({ code: z.literal('not-media'), params: noParams }),
  z.object({ code: z.literal('only-one-value'), params: noParams }),
  z.object({ code: z.literal('not-accepted-in-list'), params: noParams }),
  z.object({ code: z.literal('legacy-text'), params: z.object({ text: z.string().max(1000) }) })
])
const leftValueSchema: z.ZodType<UnmappedValue> = z.object({
  name: z.string().max(1000),
  label: z.string().max(1000),
  path: z.array(z.union([z.string().max(1000), z.number().int().min(0)])).max(64),
  value: valueSchema,
  reason: unmappedReasonSchema
})
export const savedFormSchema: z.ZodType<SavedForm> = z
  .object({
    values: valuesSchema,
    modeId: z.string().max(500).nullable(),
    keptSeeds: z.array(z.string().max(1000)).max(200),
    left: z.array(leftValueSchema).max(500),
    from: givenSourcesSchema.optional()
  })
  .refine((form) => JSON.stringify(form).length <= mostFormCharacters, 'The form is too large.')
