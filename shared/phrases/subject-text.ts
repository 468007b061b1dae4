import { assertNever } from '../assert-never.ts'
import { capitalize, quoteValue } from '../form/fields/format-value.ts'
import type { SchemaRule } from '../form/fields/schema-errors.ts'
import type { JsonPath, Problem, ProblemParams, Subject } from '../form/problem.ts'
import { say } from '../i18n/say.ts'
import { mediumNouns } from './media-nouns.ts'

const listRules: ReadonlySet<SchemaRule['code']> = new Set(['too-few-items', 'too-many-items', 'repeated-item'])

/** Returns the subject of a sentence, such as "The prompt", "Image 2" or "“Seed”". */
export function subjectText(subject: Subject): string {
  switch (subject.kind) {
    case 'prompt':
      return say('The prompt')
    case 'media':
      return say('The {label}', { label: labelInsideSentence(subject.label) })
    case 'media-item':
      return capitalize(`${mediumNouns(subject.medium).one} ${subject.number}`)
    case 'field':
      return `“${subject.label}”`
    case 'property':
      return quoteValue(subject.name)
    default:
      return assertNever(subject)
  }
}

/** Returns the name of a value's invalid entry: "“Garments › row 2 › note”", or "1.39 in “Poses”" if the entry's value is known. */
export function entryText({ subject, path, value, rule }: ProblemParams['invalid-value']): string {
  if (path.length === 0) return subjectText(subject)
  const name = nameOf(subject)
  const last = path.at(-1)
  // “Item 2 needs 3 items” would be confusing.
  if (value === undefined && typeof last === 'number' && listRules.has(rule.code))
    return say('The {place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} list in {whole}', {
      place: last + 1,
      whole: `“${pathText(name, path.slice(0, -1))}”`
    })
  if (value === undefined) return `“${pathText(name, path)}”`
  // A position in a nested list is hard to read, so only the field is named. The value itself is easy to find.
  const isNested = path.some((step, place) => typeof step === 'number' && typeof path[place + 1] === 'number')
  return say('{what} in {whole}', { what: valueName(value), whole: `“${isNested ? name : pathText(name, path)}”` })
}

/** Returns the name of an invalid entry where its position is already visible: "1.39", "The list" or "This value". */
export function entryTextBesideValue({ path, value, subject, rule }: ProblemParams['invalid-value']): string {
  if (path.length === 0) return subjectText(subject)
  if (value !== undefined) return valueName(value)
  return listRules.has(rule.code) ? say('The list') : say('This value')
}

/** Returns the name of an invalid value. Only text is in quotes. */
function valueName(value: number | string | boolean): string {
  return typeof value === 'string' ? quoteValue(value) : String(value)
}

/** Returns the position of an entry: "Garments › row 2 › note" or "Poses › item 2". Rows and items are counted from one. */
export function pathText(label: string, path: JsonPath): string {
  return [label, ...path.map((step, place) => stepText(step, path[place + 1]))].join(' › ')
}

/**
 * Returns where a problem is, in the words of the form: "Seed", "Shot 2 › Duration" or "Pose keypoints › item 2". `label` is the label of
 * the form's field. It is returned if the problem doesn't have a more precise position.
 */
export function problemPlaceText({ code, params }: Problem, label: string): string {
  if (code === 'invalid-in-group') return pathText(params.group, placeInGroup(params.problem))
  if (code === 'invalid-value') return pathText(params.subject.kind === 'prompt' ? label : nameOf(params.subject), params.path)
  return label
}

function placeInGroup(problem: Problem): JsonPath {
  const { code, params } = problem
  if (code === 'invalid-in-group') return [params.group, ...placeInGroup(params.problem)]
  if (code === 'invalid-value') return [nameOf(params.subject), ...params.path]
  if ('subject' in params) return [nameOf(params.subject)]
  return 'label' in params ? [params.label] : []
}

function stepText(step: string | number, next: string | number | undefined): string {
  if (typeof step === 'string') return step
  return typeof next === 'string' ? say('row {row, number}', { row: step + 1 }) : say('item {item, number}', { item: step + 1 })
}

function nameOf(subject: Subject): string {
  switch (subject.kind) {
    case 'media':
    case 'field':
      return subject.label
    case 'property':
      return subject.name
    case 'prompt':
    case 'media-item':
      return subjectText(subject)
    default:
      return assertNever(subject)
  }
}

/** Formats a label for use inside a sentence. A label that begins with an acronym, such as "HDR image", stays unchanged. */
export function labelInsideSentence(label: string): string {
  return /^.[\p{Lu}\d]/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
