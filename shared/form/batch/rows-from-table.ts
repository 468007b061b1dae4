import type { Field } from '../fields.ts'
import { withValueNamed } from '../fields.ts'
import type { Values } from '../values.ts'
import type { BatchRow, UnreadableCell } from './batch-row.ts'
import { parseCell } from './parse-cell.ts'

/** A parsed table. `row` is the one-based number of the row in a spreadsheet, where the header is row 1. */
export type BatchTable = {
  readonly heads: readonly string[]
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[]
}

/**
 * Creates one row of a batch per row of the table. `fields` has the field that each column fills, or null. A cell overrides the form's value. An empty cell keeps
 * it.
 */
export function rowsFromTable(values: Values, table: BatchTable, fields: readonly (Field | null)[]): readonly BatchRow[] {
  return table.rows.map(({ row, cells }) => {
    const name = { code: 'row', params: { row } } as const
    if (cells.length !== table.heads.length) {
      const problem = { code: 'wrong-cell-count', params: { cells: cells.length, heads: table.heads.length } } as const
      return { name, values, unread: [{ field: null, text: '', problem }] }
    }
    const unread: UnreadableCell[] = []
    let own = values
    for (const [place, field] of fields.entries()) {
      const text = cells[place] ?? ''
      if (field === null || text.trim() === '') continue
      const cell = parseCell(field, text)
      if (cell.ok) own = withValueNamed(own, field.name, cell.value)
      else unread.push({ field: field.name, text: text.trim(), problem: cell.problem })
    }
    return { name, values: own, unread }
  })
}
