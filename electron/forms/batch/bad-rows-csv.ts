import { say } from '../../../shared/i18n/say.ts'
import { batchRowNameText } from '../../../shared/phrases/batch-phrases.ts'
import { problemsText } from '../../../shared/phrases/problem-phrases.ts'
import type { StoredBatchPlan } from './batch-planner.ts'

const reasonHead = 'Reason'

/**
 * Returns delimited text with the rows that can't be sent, and the reason in the last column. The user can fix these rows and load the file
 * again. Rows from a table keep their original cells. Other rows have only their name. Excel detects UTF-8 only with a byte order mark, so
 * the text starts with one.
 */
export function badRowsCsv({ plan, table }: StoredBatchPlan): string {
  const delimiter = table?.delimiter ?? ','
  const lines = table === null ? namedLines(plan.badRows) : linesOf(table, plan.badRows)
  return `\ufeff${lines.map((cells) => cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)).join('\r\n')}\r\n`
}

type BadRows = StoredBatchPlan['plan']['badRows']

function namedLines(invalidRows: BadRows): readonly (readonly string[])[] {
  return [[say('Row'), reasonHead], ...invalidRows.map(({ name, problems }) => [batchRowNameText(name), problemsText(problems)])]
}

/** Returns the header and the invalid rows. Overwrites a reason column from an earlier export. */
function linesOf({ heads, rows }: NonNullable<StoredBatchPlan['table']>, invalidRows: BadRows): readonly (readonly string[])[] {
  const width = heads.at(-1) === reasonHead ? heads.length - 1 : heads.length
  return [
    [...heads.slice(0, width), reasonHead],
    ...invalidRows.map(({ row, problems }) => {
      const cells = rows[row - 1]?.cells ?? []
      const own = cells.length > heads.length ? cells : Array.from({ length: width }, (_, place) => cells[place] ?? '')
      return [...own, problemsText(problems)]
    })
  ]
}

function quotedCell(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}
