import { z } from 'zod'
import type { UnmappedReason, ValueKind } from '../../shared/form/fields/value-change.ts'
import type { SavedForm } from '../../shared/form/workspace.ts'
import { givenSourcesSchema } from '../../shared/form/task-source-schema.ts'
import { savedFormSchema } from '../../shared/form/workspace.ts'

/** Sentences that earlier versions stored in a form as the reason for an unmapped value. */
const formerReasons: { readonly [sentence: string]: UnmappedReason } = {
  'The service no longer accepts it.': { code: 'no-longer-accepted', params: {} },
  'This value isn’t a file or a web address.': { code: 'not-media', params: {} },
  'It’s neither a file nor a web address.': { code: 'not-media', params: {} },
  'It is no file and no web address.': { code: 'not-media', params: {} },
  'This field now accepts only one value.': { code: 'only-one-value', params: {} },
  'Only one value is accepted now.': { code: 'only-one-value', params: {} },
  'Only one is taken now.': { code: 'only-one-value', params: {} },
  'This list doesn’t accept this value.': { code: 'not-accepted-in-list', params: {} },
  'It does not fit into this list.': { code: 'not-accepted-in-list', params: {} }
}
const formerKinds: { readonly [words: string]: ValueKind } = {
  text: 'text',
  'a choice': 'choice',
  'a number': 'number',
  'a switch': 'switch',
  'a file': 'file',
  'a list of files': 'files',
  'a group of fields': 'group',
  'a list': 'list',
  'a JSON value': 'json'
}

/**
 * A form in the current format, or in the format with a sentence for each unmapped value. Invalid sources are dropped, so that a form with
 * unreadable provenance isn't lost.
 */
export const storedFormSchema = z.preprocess((form) => withReasonCodes(withValidSources(form)), savedFormSchema)

/** Parses a saved form. Null if `json` isn't a valid form. */
export function parseSavedForm(json: unknown): SavedForm | null {
  try {
    return storedFormSchema.parse(JSON.parse(String(json)))
  } catch {
    return null
  }
}

const formWithSourcesSchema = z.looseObject({ from: z.unknown() })

function withValidSources(form: unknown): unknown {
  const read = formWithSourcesSchema.safeParse(form)
  if (!read.success || givenSourcesSchema.optional().safeParse(read.data.from).success) return form
  const { from: _, ...others } = read.data
  return others
}

const formerFormSchema = z.looseObject({ left: z.array(z.unknown()) })
const formerValueSchema = z.looseObject({ why: z.string() })

function withReasonCodes(form: unknown): unknown {
  const read = formerFormSchema.safeParse(form)
  if (!read.success) return form
  const left = read.data.left.map((value) => {
    const former = formerValueSchema.safeParse(value)
    if (!former.success) return value
    const { why, ...others } = former.data
    return { ...others, path: [], reason: reasonOf(why) }
  })
  return { ...read.data, left }
}

function reasonOf(sentence: string): UnmappedReason {
  const words = /^(?:This field|It) is (?:now )?(.+?)(?: now)?\.$/.exec(sentence)?.[1] ?? ''
  const kind = Object.hasOwn(formerKinds, words) ? formerKinds[words] : undefined
  if (kind !== undefined) return { code: 'other-kind', params: { kind } }
  const known = Object.hasOwn(formerReasons, sentence) ? formerReasons[sentence] : undefined
  return known ?? { code: 'legacy-text', params: { text: sentence } }
}
