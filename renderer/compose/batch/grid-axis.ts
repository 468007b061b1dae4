import { readCell } from '../../../shared/batch/read-cell.ts'
import { valueWords } from '../../../shared/batch/value-words.ts'
import type { Field } from '../../../shared/fields.ts'
import type { Value } from '../../../shared/values.ts'
import { say } from '../../../shared/words/say.ts'

/** One field of a grid, as a person fills it in: ticked options, or a line for each value. */
export type GridAxis = {
  readonly field: string
  /** JSON of the ticked values. */
  readonly ticked: readonly string[]
  readonly text: string
}

/** A value to tick. `key`: its JSON. */
export type AxisOption = { readonly key: string; readonly value: Value; readonly label: string }

/** Fields that a grid can step through: what is a file, a group or a list has a table for that. */
export function canBeStepped(field: Field): boolean {
  return field.kind !== 'media' && field.kind !== 'group' && field.kind !== 'list' && field.kind !== 'json'
}

/** What can be ticked; null: the values are written, a line for each. */
export function axisOptions(field: Field): readonly AxisOption[] | null {
  const option = (value: Value, label: string): AxisOption => ({ key: JSON.stringify(value), value, label })
  switch (field.kind) {
    case 'choice':
      return field.options.map(({ value, label }) => option(value, label))
    case 'size':
      return field.groups.flatMap(({ sizes }) => sizes.map(({ value }) => option(value, valueWords(field, value))))
    case 'count':
      return field.options.map(({ value, count }) => option(value, String(count)))
    case 'switch':
      return [option(true, say('On')), option(false, say('Off'))]
    default:
      return null
  }
}

/** The values of an axis in their order, or the first thing that can't be read. */
export function axisValues(field: Field, axis: GridAxis): { readonly values: readonly Value[]; readonly problem: string | null } {
  const options = axisOptions(field)
  if (options !== null) return { values: options.filter(({ key }) => axis.ticked.includes(key)).map(({ value }) => value), problem: null }
  const values: Value[] = []
  // Prompts hold commas; numbers may be written side by side.
  const lines = field.kind === 'text' ? axis.text.split('\n') : axis.text.split(/[\n;]|,\s/)
  for (const line of lines) {
    if (line.trim() === '') continue
    const cell = readCell(field, line.trim())
    if (!cell.ok) return { values: [], problem: cell.message }
    if (cell.value !== undefined) values.push(cell.value)
  }
  return { values, problem: null }
}
