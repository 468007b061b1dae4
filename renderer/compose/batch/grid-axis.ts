import { parseCell } from '../../../shared/form/batch/parse-cell.ts'
import { valueText } from '../../../shared/phrases/value-text.ts'
import type { Field } from '../../../shared/form/fields.ts'
import type { Value } from '../../../shared/form/values.ts'
import { say } from '../../../shared/i18n/say.ts'
import { problemText } from '../../../shared/phrases/problem-phrases.ts'

/** The user's input for one grid axis. The values are ticked options or typed text. */
export type GridAxisInput = {
  readonly field: string
  /** Ticked values, each as a JSON string. */
  readonly ticked: readonly string[]
  readonly text: string
}

/** An option that the user can tick. `key` is the value as JSON. */
export type GridAxisOption = { readonly key: string; readonly value: Value; readonly label: string }

/** True if a field can be a grid axis. Media, groups, lists and JSON need a table instead. */
export function canBeGridAxis(field: Field): boolean {
  return field.kind !== 'media' && field.kind !== 'group' && field.kind !== 'list' && field.kind !== 'json'
}

/** Returns the options that the user can tick for a field. Null if the user types the values instead. */
export function gridAxisOptions(field: Field): readonly GridAxisOption[] | null {
  const option = (value: Value, label: string): GridAxisOption => ({ key: JSON.stringify(value), value, label })
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

/**
 * Returns a grid axis's values, in order. If a value can't be read, `values` is empty and `problem` is a message about that value.
 * Otherwise `problem` is null.
 */
export function parseGridAxisValues(
  field: Field,
  axis: GridAxisInput
): { readonly values: readonly Value[]; readonly problem: string | null } {
  const options = gridAxisOptions(field)
  if (options !== null) return { values: options.filter(({ key }) => axis.ticked.includes(key)).map(({ value }) => value), problem: null }
  const values: Value[] = []
  // Text may contain commas, so each text value needs its own line. Other values may share a line.
  const lines = field.kind === 'text' ? axis.text.split('\n') : axis.text.split(/[\n;]|,\s/)
  for (const line of lines) {
    if (line.trim() === '') continue
    const cell = parseCell(field, line.trim())
    if (!cell.ok) return { values: [], problem: problemText(cell.problem) }
    if (cell.value !== undefined) values.push(cell.value)
  }
  return { values, problem: null }
}
