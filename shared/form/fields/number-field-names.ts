import type { Field, NumberField } from './field.ts'
import { fieldNameSteps } from './field-name.ts'

/** Words that describe space around an image. They don't change which edge a name means. */
export const marginWordPattern = /^(?:expand|extend|extension|outpaint|pad|padding|margin|side|sides)$/
/** Words that don't change what a name means. */
const neutral = /^(?:px|pixels|edge|by|time|at|seconds|sec|s|position|coordinate)$/

/** Returns the number field whose name means one of `names`, such as `left` for `expandLeft`. Undefined if none exists. */
export function numberFieldNamed(fields: readonly Field[], names: readonly string[]): NumberField | undefined {
  return fields
    .filter((field) => field.kind === 'number')
    .find((field) =>
      names.includes(
        wordsInName(field)
          .filter((word) => !neutral.test(word) && !marginWordPattern.test(word))
          .join('')
      )
    )
}

/** Returns the fields for the start and the end of a time range, in seconds. Null if either is missing. */
export function rangeFieldsOf(fields: readonly Field[]): { readonly start: NumberField; readonly end: NumberField } | null {
  const start = numberFieldNamed(fields, ['start', 'from', 'begin'])
  const end = numberFieldNamed(fields, ['end', 'to', 'until'])
  return start === undefined || end === undefined ? null : { start, end }
}

/** Splits the last step of a name, such as `expandLeft` or `x_min`, into words in lower case. */
export function wordsInName({ name }: NumberField): readonly string[] {
  const own = fieldNameSteps(name).at(-1) ?? name
  return own
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
