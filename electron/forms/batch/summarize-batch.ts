import type { BatchPlan, CellToFix } from '../../../shared/form/batch/batch-plan.ts'
import { findDuplicateRows } from '../../../shared/form/batch/find-duplicate-rows.ts'
import { valueText } from '../../../shared/phrases/value-text.ts'
import type { Field } from '../../../shared/form/fields.ts'
import { outputCount, valueNamed } from '../../../shared/form/fields.ts'
import type { Value } from '../../../shared/form/values.ts'
import type { CheckedRow } from './check-rows.ts'

const mostRowsShown = 50

/**
 * Summarises a batch before it is sent. Includes the first rows and every row that can't be sent. `fields`: the fields in which the rows
 * differ. `everyField`: all fields of the capability. `cellsToFix`: returns the table's cells that cause a row's problems. `nameOf`: returns
 * the name of a value that is a library item.
 */
export function summarizeBatch(
  rows: readonly CheckedRow[],
  fields: readonly Field[],
  everyField: readonly Field[],
  cellsToFix: (row: CheckedRow) => readonly CellToFix[],
  nameOf?: (value: Value) => string | null
): Pick<BatchPlan, 'count' | 'outputs' | 'credits' | 'columns' | 'rows' | 'badRows' | 'repeated'> {
  const good = rows.filter(({ ready }) => ready !== null)
  const estimates = good.map(({ ready }) => ready?.price.credits ?? null)
  const repeats = new Map<CheckedRow, number>()
  for (const [place, first] of findDuplicateRows(good.map(({ values }) => values)).entries()) {
    const [row, before] = [good[place], first === null ? undefined : good[first]]
    if (row !== undefined && before !== undefined) repeats.set(row, before.row)
  }
  return {
    count: good.length,
    outputs: good.reduce((sum, { values }) => sum + outputCount(everyField, values), 0),
    credits: {
      known: estimates.reduce<number>((sum, estimated) => sum + (estimated ?? 0), 0),
      unknownRows: estimates.filter((estimated) => estimated === null).length
    },
    columns: fields.map(({ label }) => label),
    rows: rows.slice(0, mostRowsShown).map((row) => ({
      row: row.row,
      name: row.name,
      cells: fields.map((field) => cellText(row, field, nameOf)),
      credits: row.ready?.price.credits ?? null,
      isBad: row.ready === null,
      sameAs: repeats.get(row) ?? null
    })),
    badRows: rows.flatMap((row) =>
      row.ready === null ? [{ row: row.row, name: row.name, problems: row.problems, cells: cellsToFix(row) }] : []
    ),
    repeated: repeats.size
  }
}

/** Returns a field's value in this row as text. If the value couldn't be read from the table, returns the cell's original text. */
function cellText({ values, unread }: CheckedRow, field: Field, nameOf?: (value: Value) => string | null): string {
  if (unread.some((cell) => cell.field === null)) return ''
  return unread.find((cell) => cell.field === field.name)?.text ?? valueText(field, valueNamed(values, field.name), nameOf)
}
