import type { Field } from '../fields.ts'
import { withValueNamed } from '../fields.ts'
import type { Values } from '../values.ts'
import type { BatchRow, UnreadableCell } from './batch-row.ts'
import { parseCell } from './parse-cell.ts'
import { kept, say } from '../../i18n/say.ts'

/** A parsed table. `line` is the one-based line in the file at which the row begins. */
export type BatchTable = {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/**
 * Creates one row per line. `fields` has the field that each column fills, or null. A cell overrides the form's value. An empty cell keeps
 * it.
 */
export function rowsFromTable(values: Values, table: BatchTable, fields: readonly (Field | null)[]): readonly BatchRow[] {
  return table.rows.map(({ line, cells }) => {
    const name = kept('Line {line, number}', { line })
    if (cells.length !== table.heads.length) {
      const words = say(
        'This line has {cells, plural, one {# cell} other {# cells}}, but the first line has {heads}. Check for a missing or extra separator or quotation mark.',
        { cells: cells.length, heads: table.heads.length }
      )
      return { name, values, unread: [{ field: null, text: '', message: words }] }
    }
    const unread: UnreadableCell[] = []
    let own = values
    for (const [place, field] of fields.entries()) {
      const text = cells[place] ?? ''
      if (field === null || text.trim() === '') continue
      const cell = parseCell(field, text)
      if (cell.ok) own = withValueNamed(own, field.name, cell.value)
      else unread.push({ field: field.name, text: text.trim(), message: cell.message })
    }
    return { name, values: own, unread }
  })
}
