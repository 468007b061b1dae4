import { assertNever } from '../assert-never.ts'
import { capitalize, quoteValue } from '../form/fields/format-value.ts'
import type { JsonPath, ProblemParams, Subject } from '../form/problem.ts'
import { say } from '../i18n/say.ts'
import { mediumNouns } from './media-nouns.ts'

/** Returns the start of a sentence, such as "The prompt", "Image 2" or "“Seed”". */
export function subjectText(subject: Subject): string {
  switch (subject.kind) {
    case 'prompt':
      return say('The prompt')
    case 'media':
      return say('The {label}', { label: lowered(subject.label) })
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

/** Names the invalid entry of a value: "“Poses › row 2 › row 3”", or "“x” in “Poses › row 2 › row 3”" if the entry's value is known. */
export function entryText({ subject, path, value }: Omit<ProblemParams['invalid-value'], 'rule'>): string {
  if (path.length === 0) return subjectText(subject)
  const whole = `“${pathText(nameOf(subject), path)}”`
  return value === undefined ? whole : say('{what} in {whole}', { what: quoteValue(value), whole })
}

/** Returns the place of an entry: "Garments › row 2 › note". Rows are counted from one. */
export function pathText(label: string, path: JsonPath): string {
  return [label, ...path.map((step) => (typeof step === 'number' ? say('row {row, number}', { row: step + 1 }) : step))].join(' › ')
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
export function lowered(label: string): string {
  return /^.[\p{Lu}\d]/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
