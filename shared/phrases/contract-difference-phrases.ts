import type { ContractDifference, ContractDifferenceParams, FieldLimit, NameList } from '../app/contract-difference.ts'
import { formatGroupedNumber } from '../form/fields/format-value.ts'
import type { Medium } from '../form/json-schema.ts'
import { say, sayContract } from '../i18n/say.ts'
import type { Phrases } from './phrases.ts'
import { phraseOf } from './phrases.ts'
import { shortPriceText } from './price-phrases.ts'
import { valueKindText } from './value-change-phrases.ts'

/** Returns a sentence for a difference between two versions of a contract. */
export function contractDifferenceText(difference: ContractDifference): string {
  return phraseOf(contractDifferencePhrases, difference)
}

const contractDifferencePhrases: Phrases<ContractDifferenceParams> = {
  'capabilities-added': ({ count, names }) =>
    say('{count, plural, one {# new capability} other {# new capabilities}}: {names}.', { count, names: namesText(names) }),
  'capabilities-removed': ({ names }) => say('No longer offered: {names}.', { names: namesText(names) }),
  'capability-renamed': ({ title, formerly }) =>
    say('{formerly} is now called {title}.', { formerly: sayContract(formerly), title: sayContract(title) }),
  'output-changed': ({ title, before, now }) =>
    say('{title} now generates {now} instead of {before}.', {
      title: sayContract(title),
      now: outputTexts[now](),
      before: outputTexts[before]()
    }),
  'price-changed': ({ title, before, now }) =>
    say('The price of {title} changed. Now: {now}. Previously: {earlier}.', {
      title: sayContract(title),
      now: shortPriceText(now),
      earlier: shortPriceText(before)
    }),
  'pricing-rules-changed': ({ title, now }) =>
    say('{title} has new pricing rules. The price is unchanged: {now}.', { title: sayContract(title), now: shortPriceText(now) }),
  'field-added': ({ title, label }) => say('{title} has a new field: “{label}”.', { title: sayContract(title), label: sayContract(label) }),
  'required-field-added': ({ title, label }) =>
    say('{title} has a new required field: “{label}”.', { title: sayContract(title), label: sayContract(label) }),
  'fields-removed': ({ title, names }) =>
    say('{title} no longer has {names}.', { title: sayContract(title), names: namesText(names, (name) => `“${name}”`) }),
  'field-now-required': (field) => say('{subject} is now required.', { subject: subjectText(field) }),
  'field-now-optional': (field) => say('{subject} is now optional.', { subject: subjectText(field) }),
  'field-kind-changed': ({ before, now, ...field }) =>
    say('{subject} is now {after} instead of {before}.', {
      subject: subjectText(field),
      after: valueKindText(now),
      before: valueKindText(before)
    }),
  'limit-changed': ({ limit, before, now, ...field }) => {
    const [subject, name, value] = [subjectText(field), limitTexts[limit](), limitValueText(now)]
    return before === null
      ? say('{subject}, {limit}: {now}.', { subject, limit: name, now: value })
      : say('{subject}, {limit}: {now} (previously {earlier}).', { subject, limit: name, now: value, earlier: limitValueText(before) })
  },
  'choices-added': ({ names, ...field }) =>
    say('{subject} now also offers {added}.', { subject: subjectText(field), added: namesText(names) }),
  'choices-removed': ({ names, ...field }) =>
    say('{subject} no longer offers {removed}.', { subject: subjectText(field), removed: namesText(names) }),
  'default-changed': ({ before, now, ...field }) =>
    say('The default of {subject} changed from {before} to {now}.', {
      subject: subjectText(field),
      before: before ?? say('chosen by the service'),
      now: now ?? say('chosen by the service')
    }),
  'more-changes': ({ count }) => say('{count, plural, one {# more change} other {# more changes}}.', { count }),
  'legacy-text': ({ text }) => text
}

const outputTexts: { readonly [Name in Medium]: () => string } = {
  image: () => say('images'),
  video: () => say('videos'),
  audio: () => say('audio'),
  model: () => say('3D models'),
  text: () => say('text')
}

const limitTexts: { readonly [Limit in FieldLimit]: () => string } = {
  minimum: () => say('minimum'),
  maximum: () => say('maximum'),
  step: () => say('step'),
  'minimum-characters': () => say('minimum characters'),
  'maximum-characters': () => say('maximum characters'),
  'minimum-files': () => say('minimum files'),
  'maximum-files': () => say('maximum files'),
  'maximum-bytes': () => say('maximum size in bytes'),
  'minimum-short-edge': () => say('minimum short edge in pixels'),
  'maximum-seconds': () => say('maximum duration in seconds'),
  'minimum-items': () => say('minimum items'),
  'maximum-items': () => say('maximum items')
}

function limitValueText(value: number | null): string {
  return value === null ? say('no longer set') : formatGroupedNumber(value)
}

function subjectText({ title, label }: { readonly title: string; readonly label: string }): string {
  return say('“{label}” in {title}', { label: sayContract(label), title: sayContract(title) })
}

/** Returns the names as a list without a final “and”. */
function namesText({ shown, more }: NameList, quote: (name: string) => string = (name) => name): string {
  const names = shown.map((name) => quote(sayContract(name))).join(', ')
  return more === 0 ? names : say('{names} and {count, number} more', { names, count: more })
}
