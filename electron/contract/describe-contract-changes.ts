import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/form/capability.ts'
import type { Field } from '../../shared/form/fields.ts'
import { fieldNamed } from '../../shared/form/fields.ts'
import { valueKindOf } from '../../shared/form/fields/value-change.ts'
import { formatGroupedNumber } from '../../shared/form/fields/format-value.ts'
import { isRequiredIn, isSameJson } from '../../shared/form/fields/schema-reading.ts'
import { propertyNamesIn } from '../../shared/form/fields/resolve-schema.ts'
import { priceText } from '../../shared/phrases/price-phrases.ts'
import { valueKindText } from '../../shared/phrases/value-change-phrases.ts'
import { runInEnglish, kept, word } from '../../shared/i18n/say.ts'

/** Number of names that a longer list shows before “and N more”. A list with one more name is shown in full. */
const mostNames = 3

/**
 * Returns sentences that describe the contract changes. New capabilities come first, then removed ones. Changes within each capability
 * follow in the order of `after`. Empty if no capability, field, price, title or output changed.
 * The sentences are in English, because they are stored. Lists have no final “and”. Each sentence can therefore be translated later.
 */
export function describeContractChanges(before: readonly Capability[], after: readonly Capability[]): readonly string[] {
  return runInEnglish(() => changesBetween(before, after))
}

function changesBetween(before: readonly Capability[], after: readonly Capability[]): readonly string[] {
  const known = new Map(before.map((capability) => [capability.id, capability]))
  const offered = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !known.has(id)).map(({ title }) => title)
  const removed = before.filter(({ id }) => !offered.has(id)).map(({ title }) => title)
  return [
    ...(added.length > 0
      ? [
          kept('{count, plural, one {# new capability} other {# new capabilities}}: {names}.', {
            count: added.length,
            names: namesText(added)
          })
        ]
      : []),
    ...(removed.length > 0 ? [kept('No longer offered: {names}.', { names: namesText(removed) })] : []),
    ...after.flatMap((capability) => {
      const earlier = known.get(capability.id)
      return earlier === undefined ? [] : changesOf(earlier, capability)
    })
  ]
}

function changesOf(before: Capability, after: Capability): readonly string[] {
  const { title } = after
  const names = [...new Set(propertyNamesIn(after.inputSchema))]
  const earlierNames = new Set(propertyNamesIn(before.inputSchema))
  const nameChange = before.title === title ? [] : [kept('{formerly} is now called {title}.', { formerly: before.title, title })]
  const priceChange = isSameJson(before.pricing, after.pricing) ? [] : [priceSentence(before, after)]
  const outputChange =
    before.output === after.output
      ? []
      : [
          kept('{title} now generates {now} instead of {before}.', {
            title,
            now: outputText[after.output],
            before: outputText[before.output]
          })
        ]
  const fieldChanges = names.flatMap((name) => {
    const field = fieldNamed(after, name)
    if (field === null) return []
    const isNeeded = isRequiredIn(after.inputSchema, name)
    if (!earlierNames.has(name))
      return [
        isNeeded
          ? kept('{title} has a new required field: “{label}”.', { title, label: field.label })
          : kept('{title} has a new field: “{label}”.', { title, label: field.label })
      ]
    const earlier = fieldNamed(before, name)
    return earlier === null ? [] : fieldChange(title, earlier, field, isRequiredIn(before.inputSchema, name), isNeeded)
  })
  const gone = [...earlierNames].filter((name) => !names.includes(name)).map((name) => fieldNamed(before, name)?.label ?? name)
  return [
    ...nameChange,
    ...fieldChanges,
    ...(gone.length > 0 ? [kept('{title} no longer has {names}.', { title, names: namesText(gone.map((label) => `“${label}”`)) })] : []),
    ...outputChange,
    ...priceChange
  ]
}

const outputText = {
  image: word('images'),
  video: word('videos'),
  audio: word('audio'),
  model: word('3D models'),
  text: word('text')
} as const

/** Pricing rules may differ even if `priceText` is the same, because it shows only the minimum price. */
function priceSentence(before: Capability, after: Capability): string {
  const [earlier, now] = [priceText(before), priceText(after)]
  return earlier === now
    ? kept('{title} has new pricing rules. The price is unchanged: {now}.', { title: after.title, now })
    : kept('The price of {title} changed. Now: {now}. Previously: {earlier}.', { title: after.title, now, earlier })
}

function fieldChange(title: string, before: Field, after: Field, wasNeeded: boolean, isNeeded: boolean): readonly string[] {
  const subject = kept('“{label}” in {title}', { label: after.label, title })
  const need =
    wasNeeded === isNeeded
      ? []
      : [isNeeded ? kept('{subject} is now required.', { subject }) : kept('{subject} is now optional.', { subject })]
  if (before.kind !== after.kind)
    return [
      ...need,
      kept('{subject} is now {after} instead of {before}.', {
        subject,
        after: valueKindText(valueKindOf(after)),
        before: valueKindText(valueKindOf(before))
      })
    ]
  const [was, is] = [limitsOf(before), limitsOf(after)]
  const limits = Object.keys({ ...was, ...is }).flatMap((limit) => {
    const [earlier, now] = [was[limit] ?? null, is[limit] ?? null]
    return earlier === now
      ? []
      : [
          earlier === null
            ? kept('{subject}, {limit}: {now}.', { subject, limit, now: figure(now) })
            : kept('{subject}, {limit}: {now} (previously {earlier}).', { subject, limit, now: figure(now), earlier: figure(earlier) })
        ]
  })
  return [...need, ...limits, ...choiceChanges(subject, before, after), ...defaultChange(subject, before, after)]
}

function figure(value: number | null): string {
  return value === null ? kept('no longer set') : formatGroupedNumber(value)
}

function choiceChanges(subject: string, before: Field, after: Field): readonly string[] {
  const [was, is] = [choicesOf(before), choicesOf(after)]
  const added = is.filter((choice) => !was.includes(choice))
  const removed = was.filter((choice) => !is.includes(choice))
  return [
    ...(added.length > 0 ? [kept('{subject} now also offers {added}.', { subject, added: namesText(added) })] : []),
    ...(removed.length > 0 ? [kept('{subject} no longer offers {removed}.', { subject, removed: namesText(removed) })] : [])
  ]
}

function defaultChange(subject: string, before: Field, after: Field): readonly string[] {
  if (before.kind === 'media' || after.kind === 'media' || isSameJson(before.default, after.default)) return []
  const words = (value: unknown): string =>
    value === null ? kept('chosen by the service') : String(typeof value === 'object' ? JSON.stringify(value) : value)
  return [
    kept('The default of {subject} changed from {before} to {now}.', {
      subject,
      now: words(after.default),
      before: words(before.default)
    })
  ]
}

/** Returns a field's limits by display name. A limit is null if it isn't set. */
function limitsOf(field: Field): { readonly [limit: string]: number | null } {
  switch (field.kind) {
    case 'text':
      return { [word('minimum characters')]: field.minLength === 0 ? null : field.minLength, [word('maximum characters')]: field.maxLength }
    case 'number':
      return { [word('minimum')]: field.minimum, [word('maximum')]: field.maximum, [word('step')]: field.step }
    case 'seed':
      return { [word('minimum')]: field.minimum, [word('maximum')]: field.maximum }
    case 'media':
      return {
        [word('minimum files')]: field.isMany ? field.minItems : null,
        [word('maximum files')]: field.isMany ? field.maxItems : null,
        [word('maximum size in bytes')]: field.rule.maxBytes ?? null,
        [word('minimum short edge in pixels')]: field.rule.minShortEdge ?? null,
        [word('maximum duration in seconds')]: field.rule.maxDurationInSeconds ?? null
      }
    case 'list':
      return { [word('minimum items')]: field.minItems, [word('maximum items')]: field.maxItems }
    case 'choice':
    case 'size':
    case 'count':
    case 'switch':
    case 'group':
    case 'json':
      return {}
    default:
      return assertNever(field)
  }
}

function choicesOf(field: Field): readonly string[] {
  switch (field.kind) {
    case 'choice':
      return field.options.map(({ label }) => label)
    case 'size':
      return field.groups.flatMap(({ sizes }) => sizes.map(({ width, height }) => `${width} × ${height}`))
    case 'count':
      return field.options.map(({ count }) => String(count))
    case 'media':
      return (field.rule.formats ?? []).map((format) => format.toUpperCase())
    case 'text':
    case 'number':
    case 'seed':
    case 'switch':
    case 'group':
    case 'list':
    case 'json':
      return []
    default:
      return assertNever(field)
  }
}

function namesText(names: readonly string[]): string {
  if (names.length <= mostNames + 1) return names.join(', ')
  return kept('{names} and {count, number} more', { names: names.slice(0, mostNames).join(', '), count: names.length - mostNames })
}
