import { formatGroupedNumber } from '../form/fields/format-value.ts'
import { appendUnit } from '../form/fields/append-unit.ts'
import { say } from '../i18n/say.ts'
import type { Field } from '../form/fields.ts'
import { isEmptyValue } from '../form/fields.ts'
import type { Value } from '../form/values.ts'
import { isFileReference, isMediaReference } from '../form/values.ts'

const mostCharacters = 80

/**
 * Formats a value for a table, such as a choice's label or "1024 × 768". Empty if there is no value. `nameOf` returns the name of a file,
 * or null if unknown.
 */
export function valueText(field: Field, value: Value | undefined, nameOf: (value: Value) => string | null = () => null): string {
  if (value === undefined || isEmptyValue(value)) return ''
  if (field.kind === 'choice') return shortened(field.options.find((option) => option.value === value)?.label ?? plainText(value, nameOf))
  if (field.kind === 'size' && typeof value === 'string') return value.replace('*', ' × ')
  if (field.kind === 'switch') return value === true ? say('On') : value === false ? say('Off') : plainText(value, nameOf)
  if (field.kind === 'number' && typeof value === 'number') return appendUnit(formatGroupedNumber(value), field.unit)
  return shortened(plainText(value, nameOf))
}

function plainText(value: Value, nameOf: (value: Value) => string | null): string {
  if (typeof value === 'string') return value.replaceAll(/\s+/g, ' ')
  if (isMediaReference(value)) return nameOf(value) ?? (isFileReference(value) ? lastStep(value.file) : say('a file'))
  if (Array.isArray(value)) return value.map((item: Value) => plainText(item, nameOf)).join(', ')
  return JSON.stringify(value)
}

function lastStep(path: string): string {
  return path.split(/[/\\]/).findLast((step) => step !== '') ?? path
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= mostCharacters
    ? text
    : `${characters
        .slice(0, mostCharacters - 1)
        .join('')
        .trimEnd()}…`
}
