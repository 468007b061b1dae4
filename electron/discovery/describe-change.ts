import { assertNever } from '../../shared/assert-never.ts'
import type { Capability } from '../../shared/capability.ts'
import type { Field } from '../../shared/fields.ts'
import { fieldNamed } from '../../shared/fields.ts'
import { kindWords } from '../../shared/fields/kind-words.ts'
import { numbered } from '../../shared/fields/say.ts'
import { isRequiredIn } from '../../shared/fields/schema-reading.ts'
import { namesIn } from '../../shared/fields/schema-in-force.ts'
import { isSameJson } from '../../shared/fields/schema-misfits.ts'
import { priceWords } from '../../shared/pricing.ts'
import { inEnglish, kept, word } from '../../shared/words/say.ts'

/** Names in one sentence; the others are counted. */
const mostNames = 3

/**
 * What is different in a contract, a sentence each, in the order that matters to a person: what is new, what is gone, then what changed
 * in each capability, in the order of the new contract. Empty: nothing that a form or a price shows. In English, since it is stored; names stand
 * beside one another without a last “and”, so that each sentence can be said again in any language.
 */
export function describeChange(before: readonly Capability[], after: readonly Capability[]): readonly string[] {
  return inEnglish(() => changesBetween(before, after))
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
            names: namesInWords(added)
          })
        ]
      : []),
    ...(removed.length > 0 ? [kept('No longer offered: {names}.', { names: namesInWords(removed) })] : []),
    ...after.flatMap((capability) => {
      const earlier = known.get(capability.id)
      return earlier === undefined ? [] : changesOf(earlier, capability)
    })
  ]
}

function changesOf(before: Capability, after: Capability): readonly string[] {
  const { title } = after
  const names = [...new Set(namesIn(after.inputSchema))]
  const earlierNames = new Set(namesIn(before.inputSchema))
  const nameChange = before.title === title ? [] : [kept('{formerly} is called {title} now.', { formerly: before.title, title })]
  const priceChange = isSameJson(before.pricing, after.pricing) ? [] : [priceSentence(before, after)]
  const outputChange =
    before.output === after.output
      ? []
      : [
          kept('{title} makes {now} now, not {before}.', {
            title,
            now: outputWords[after.output],
            before: outputWords[before.output]
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
    ...(gone.length > 0 ? [kept('{title} no longer has {names}.', { title, names: namesInWords(gone.map((label) => `“${label}”`)) })] : []),
    ...outputChange,
    ...priceChange
  ]
}

const outputWords = {
  image: word('pictures'),
  video: word('videos'),
  audio: word('sounds'),
  model: word('3D models'),
  text: word('text')
} as const

/** Rules may differ where the least price is the same. */
function priceSentence(before: Capability, after: Capability): string {
  const [earlier, now] = [priceWords(before), priceWords(after)]
  return earlier === now
    ? kept('{title} is priced by other rules now; it still costs: {now}.', { title: after.title, now })
    : kept('{title} costs: {now}; before: {earlier}.', { title: after.title, now, earlier })
}

function fieldChange(title: string, before: Field, after: Field, wasNeeded: boolean, isNeeded: boolean): readonly string[] {
  const subject = kept('“{label}” of {title}', { label: after.label, title })
  const need =
    wasNeeded === isNeeded
      ? []
      : [isNeeded ? kept('{subject} has to be filled in now.', { subject }) : kept('{subject} may be left out now.', { subject })]
  if (before.kind !== after.kind)
    return [...need, kept('{subject} is {after} now; it was {before}.', { subject, after: kindWords(after), before: kindWords(before) })]
  const [was, is] = [limitsOf(before), limitsOf(after)]
  const limits = Object.keys({ ...was, ...is }).flatMap((limit) => {
    const [earlier, now] = [was[limit] ?? null, is[limit] ?? null]
    return earlier === now
      ? []
      : [
          earlier === null
            ? kept('{subject}, {limit}: {now}.', { subject, limit, now: figure(now) })
            : kept('{subject}, {limit}: {now}, before {earlier}.', { subject, limit, now: figure(now), earlier: figure(earlier) })
        ]
  })
  return [...need, ...limits, ...choiceChanges(subject, before, after), ...defaultChange(subject, before, after)]
}

function figure(value: number | null): string {
  return value === null ? kept('no longer set') : numbered(value)
}

function choiceChanges(subject: string, before: Field, after: Field): readonly string[] {
  const [was, is] = [choicesOf(before), choicesOf(after)]
  const added = is.filter((choice) => !was.includes(choice))
  const removed = was.filter((choice) => !is.includes(choice))
  return [
    ...(added.length > 0 ? [kept('{subject} offers {added} too.', { subject, added: namesInWords(added) })] : []),
    ...(removed.length > 0 ? [kept('{subject} no longer offers {removed}.', { subject, removed: namesInWords(removed) })] : [])
  ]
}

function defaultChange(subject: string, before: Field, after: Field): readonly string[] {
  if (before.kind === 'media' || after.kind === 'media' || isSameJson(before.default, after.default)) return []
  const words = (value: unknown): string =>
    value === null ? kept('the service’s own choice') : String(typeof value === 'object' ? JSON.stringify(value) : value)
  return [
    kept('{subject} stands at {now} by itself now, not at {before}.', {
      subject,
      now: words(after.default),
      before: words(before.default)
    })
  ]
}

/** The limits that a person meets, by what they are called. */
function limitsOf(field: Field): { readonly [limit: string]: number | null } {
  switch (field.kind) {
    case 'text':
      return { [word('fewest characters')]: field.minLength === 0 ? null : field.minLength, [word('most characters')]: field.maxLength }
    case 'number':
      return { [word('lowest')]: field.minimum, [word('highest')]: field.maximum, [word('step')]: field.step }
    case 'seed':
      return { [word('lowest')]: field.minimum, [word('highest')]: field.maximum }
    case 'media':
      return {
        [word('fewest files')]: field.isMany ? field.minItems : null,
        [word('most files')]: field.isMany ? field.maxItems : null,
        [word('most bytes')]: field.rule.maxBytes ?? null,
        [word('short edge in pixels')]: field.rule.minShortEdge ?? null,
        [word('most seconds')]: field.rule.maxDurationInSeconds ?? null
      }
    case 'list':
      return { [word('fewest items')]: field.minItems, [word('most items')]: field.maxItems }
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

function namesInWords(names: readonly string[]): string {
  if (names.length <= mostNames + 1) return names.join(', ')
  return kept('{names} and {count, number} more', { names: names.slice(0, mostNames).join(', '), count: names.length - mostNames })
}
