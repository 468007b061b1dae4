import type { CellToFix } from '../../../shared/form/batch/batch-plan.ts'
import type { CellEdit } from '../../../shared/form/batch/batch-source.ts'
import type { BatchTable } from '../../../shared/form/batch/rows-from-table.ts'
import type { Field } from '../../../shared/form/fields.ts'
import type { CheckedRow } from './check-rows.ts'

/** Returns the table with other texts in the edited cells. Ignores edits of cells that the table doesn't have. */
export function withCellEdits<Table extends BatchTable>(table: Table, edits: readonly CellEdit[]): Table {
  if (edits.length === 0) return table
  const editsByRow = Map.groupBy(edits, ({ row }) => row)
  return {
    ...table,
    rows: table.rows.map((own) => {
      const texts = new Map(editsByRow.get(own.row)?.map(({ column, text }) => [column, text]))
      return texts.size === 0 ? own : { ...own, cells: own.cells.map((cell, column) => texts.get(column) ?? cell) }
    })
  }
}

/**
 * Returns the cells that cause the problems of a table's row. Empty if the row has too many or too few cells, because its columns are then
 * unknown. `fields` has the field that each column fills, or null.
 */
export function cellsToFix({ row, fieldsToFix }: CheckedRow, { heads, rows }: BatchTable, fields: readonly (Field | null)[]): CellToFix[] {
  const own = rows[row - 1]
  if (own === undefined || own.cells.length !== heads.length) return []
  return fields.flatMap((field, column) =>
    field === null || !fieldsToFix.includes(field.name) ? [] : [{ row: own.row, column, label: field.label, text: own.cells[column] ?? '' }]
  )
}
