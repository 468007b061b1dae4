import { readCell } from '../../../shared/batch/read-cell.ts'
import { valueText } from '../../../shared/batch/value-text.ts'
import type { Field } from '../../../shared/fields.ts'
import type { Value } from '../../../shared/values.ts'
import { say } from '../../../shared/i18n/say.ts'

/** One field of a grid as the user fills it in: ticked options, or one value per line. */
export type GridAxisInput = {
  readonly field: string
  /** JSON of the ticked values. */
  readonly ticked: readonly string[]
  readonly text: string
}

/** A value to tick. `key`: its JSON. */
export type AxisOption = { readonly key: string; readonly value: Value; readonly label: string }

/** Fields that can be a grid axis. Files, groups and lists need a table instead. */
export function canBeStepped(field: Field): boolean {
  return field.kind !== 'media' && field.kind !== 'group' && field.kind !== 'list' && field.kind !== 'json'
}

/** Options to tick. Null if values are typed, one per line. */
export function axisOptions(field: Field): readonly AxisOption[] | null {
  const option = (value: Value, label: string): AxisOption => ({ key: JSON.stringify(value), value, label })
  switch (field.kind) {
    case 'choice':
      return field.options.map(({ value, label }) => option(value, label))
    case 'size':
      return field.groups.flatMap(({ sizes }) => sizes.map(({ value }) => option(value, valueText(field, value))))
    case 'count':
      return field.options.map(({ value, count }) => option(value, String(count)))
    case 'switch':
      return [option(true, say('On')), option(false, say('Off'))]
    default:
      return null
  }
}

/** The axis's values in order, or a message about the first value that can't be read. `problem` is null if all values can be read. */
export function axisValues(field: Field, axis: GridAxisInput): { readonly values: readonly Value[]; readonly problem: string | null } {
  const options = axisOptions(field)
  if (options !== null) return { values: options.filter(({ key }) => axis.ticked.includes(key)).map(({ value }) => value), problem: null }
  const values: Value[] = []
  // Prompts contain commas, so each needs its own line. Numbers may share a line.
  const lines = field.kind === 'text' ? axis.text.split('\n') : axis.text.split(/[\n;]|,\s/)
  for (const line of lines) {
    if (line.trim() === '') continue
    const cell = readCell(field, line.trim())
    if (!cell.ok) return { values: [], problem: cell.message }
    if (cell.value !== undefined) values.push(cell.value)
  }
  return { values, problem: null }
}
