import type { CellToFix } from '../../../shared/form/batch/batch-plan.ts'
import type { CellEdit } from '../../../shared/form/batch/batch-source.ts'
import type { BatchTable } from '../../../shared/form/batch/rows-from-table.ts'
import type { Field } from '../../../shared/form/fields.ts'
import type { CheckedRow } from './check-rows.ts'

type Columns = readonly (Field | null)[]

/** True if the page may change the cells of this field. Other cells may contain file names, and the page must not choose files by name. */
function isEditable(field: Field | null | undefined): field is Field {
  return field !== null && field !== undefined && !['media', 'group', 'list', 'json'].includes(field.kind)
}

/** Returns the edits that apply to the table. An edit applies if its cell still has the text that it replaces. */
export function applicableEdits(table: BatchTable, fields: Columns, edits: readonly CellEdit[]): readonly CellEdit[] {
  if (edits.length === 0) return []
  const cellsByRow = new Map(table.rows.map(({ row, cells }) => [row, cells]))
  return edits.filter(({ row, column, from }) => isEditable(fields[column]) && cellsByRow.get(row)?.[column] === from)
}

/** Returns the table with the edits applied. */
export function applyCellEdits<Table extends BatchTable>(table: Table, edits: readonly CellEdit[]): Table {
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
 * Returns the cells that cause a table row's problems and that the page may change. Empty if the row has too many or too few cells, because
 * its columns are then unknown. `fields` has the field that each column fills, or null.
 */
export function cellsToFix({ row, fieldsToFix }: CheckedRow, { heads, rows }: BatchTable, fields: Columns): CellToFix[] {
  const own = rows[row - 1]
  if (own === undefined || own.cells.length !== heads.length) return []
  return fields.flatMap((field, column) =>
    isEditable(field) && fieldsToFix.includes(field.name)
      ? [{ row: own.row, column, label: field.label, text: own.cells[column] ?? '' }]
      : []
  )
}
