import { say } from '../../shared/i18n/say.ts'
import type { StoredPlan } from './batch-planner.ts'

const reasonHead = 'Reason'

/**
 * Returns a table of the rows that can't be sent, with the reason in the last column. The user can fix the table and choose it again. Rows
 * from a table keep their original cells. Other rows have only their name. The table is UTF-8 with a byte order mark, because Excel
 * otherwise assumes another encoding.
 */
export function badRowsTable({ plan, table }: StoredPlan): string {
  const delimiter = table?.delimiter ?? ','
  const lines = table === null ? namedLines(plan.badRows) : linesOf(table, plan.badRows)
  return `\ufeff${lines.map((cells) => cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)).join('\r\n')}\r\n`
}

type BadRows = StoredPlan['plan']['badRows']

function namedLines(invalidRows: BadRows): readonly (readonly string[])[] {
  return [[say('Row'), reasonHead], ...invalidRows.map(({ name, problems }) => [name, problems.join(' ')])]
}

/** Overwrites an existing reason column. */
function linesOf({ heads, rows }: NonNullable<StoredPlan['table']>, invalidRows: BadRows): readonly (readonly string[])[] {
  const width = heads.at(-1) === reasonHead ? heads.length - 1 : heads.length
  return [
    [...heads.slice(0, width), reasonHead],
    ...invalidRows.map(({ row, problems }) => {
      const cells = rows[row - 1]?.cells ?? []
      const own = cells.length > heads.length ? cells : Array.from({ length: width }, (_, place) => cells[place] ?? '')
      return [...own, problems.join(' ')]
    })
  ]
}

function quotedCell(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}
