import type { Field } from '../fields.ts'
import { withValueNamed } from '../fields.ts'
import type { Values } from '../values.ts'
import type { BatchRow, UnreadCell } from './batch-row.ts'
import { readCell } from './read-cell.ts'
import { kept, say } from '../words/say.ts'

/** A table as it was read. `line`: where the row begins in the file, one-based. */
export type Table = {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
}

/** A row per line; what a cell says goes over what the form holds, and an empty cell leaves it. `fields`: what each column fills. */
export function rowsFromTable(values: Values, table: Table, fields: readonly (Field | null)[]): readonly BatchRow[] {
  return table.rows.map(({ line, cells }) => {
    const name = kept('line {line}', { line })
    if (cells.length !== table.heads.length) {
      const words = say(
        'This line has {cells, plural, one {# cell} other {# cells}} and the first line {heads}. Look for a missing or surplus separator or quote.',
        { cells: cells.length, heads: table.heads.length }
      )
      return { name, values, unread: [{ field: null, text: '', message: words }] }
    }
    const unread: UnreadCell[] = []
    let own = values
    for (const [place, field] of fields.entries()) {
      const text = cells[place] ?? ''
      if (field === null || text.trim() === '') continue
      const cell = readCell(field, text)
      if (cell.ok) own = withValueNamed(own, field.name, cell.value)
      else unread.push({ field: field.name, text: text.trim(), message: cell.message })
    }
    return { name, values: own, unread }
  })
}
