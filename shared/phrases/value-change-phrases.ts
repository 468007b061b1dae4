import type { ContractMismatch, ContractMismatchParams } from '../form/fields/contract-mismatches.ts'
import { quoteValue } from '../form/fields/format-value.ts'
import type { CoercedValue, UnmappedValue } from '../form/fields/migrate-object.ts'
import type { UnmappedReason, UnmappedReasonParams, ValueChangeParams, ValueKind } from '../form/fields/value-change.ts'
import { say } from '../i18n/say.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'
import { problemText } from './problem-phrases.ts'
import { pathText } from './subject-text.ts'

const kindTexts: { readonly [Kind in ValueKind]: () => string } = {
  text: () => say('text'),
  choice: () => say('a choice'),
  number: () => say('a number'),
  switch: () => say('a switch'),
  file: () => say('a file'),
  files: () => say('a list of files'),
  group: () => say('a group of fields'),
  list: () => say('a list'),
  json: () => say('a JSON value')
}

/** Returns the kind of a field as words in a sentence, such as "a number" in "This field is now a number." */
export function valueKindText(kind: ValueKind): string {
  return kindTexts[kind]()
}

/** Returns the sentences for a value that was changed to fit the form. `label`: the field's label. */
export function valueChangePhrases(label: string): Phrases<ValueChangeParams> {
  const sentence = (predicate: string): string => `${quoteValue(label)} ${predicate}.`
  return {
    'now-text': () => sentence(say('is now text')),
    'now-number': () => sentence(say('is now a number')),
    'now-switch': () => sentence(say('is now a switch')),
    'now-list': () => sentence(say('is now a list')),
    'no-longer-list': () => sentence(say('is no longer a list')),
    'now-of-type': ({ type }) => sentence(say('is now {value}', { value: valueKindText(type) })),
    'now-written': ({ value }) => sentence(say('is now written “{value}”', { value })),
    renamed: ({ formerName }) => sentence(say('was previously called {name}', { name: quoteValue(formerName) })),
    'includes-other-value': () => sentence(say('now includes the value that was entered separately')),
    'has-own-field': () => say('{quoted} now has its own field.', { quoted: quoteValue(label) })
  }
}

/** Returns a sentence for a value that was changed to fit the form. */
export function valueChangeText({ label, change }: Pick<CoercedValue, 'label' | 'change'>): string {
  return phraseOf(valueChangePhrases(label), change)
}

export const unmappedReasonPhrases: Phrases<UnmappedReasonParams> = {
  'no-longer-accepted': () => say('The service no longer accepts it.'),
  'other-kind': ({ kind }) => say('This field is now {field}.', { field: valueKindText(kind) }),
  'not-media': () => say('This value isn’t a file or a web address.'),
  'only-one-value': () => say('This field now accepts only one value.'),
  'not-accepted-in-list': () => say('This list doesn’t accept this value.'),
  'legacy-text': ({ text }) => text
}

/** Returns a sentence that says why a value doesn't fit any field. */
export function unmappedReasonText(reason: UnmappedReason): string {
  return phraseOf(unmappedReasonPhrases, reason)
}

/** Returns the name of an unmapped value, such as "Garments › row 2 › Note". */
export function unmappedLabel({ label, path }: Pick<UnmappedValue, 'label' | 'path'>): string {
  return pathText(label, path)
}

export const contractMismatchPhrases: Phrases<ContractMismatchParams> = {
  'capability-not-offered': () => say('The service no longer offers this capability.'),
  'unmapped-value': ({ reason, ...value }) =>
    say('{label} can’t be kept: {why}', { label: quoteValue(unmappedLabel(value)), why: lowercased(unmappedReasonText(reason)) }),
  'invalid-value': ({ problem }) => problemText(problem),
  'coerced-value': (value) => valueChangeText(value)
}

export function contractMismatchText(mismatch: ContractMismatch): string {
  return phraseOf(contractMismatchPhrases, mismatch)
}

function lowercased(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
