import { say } from '../../shared/words/say.ts'
import type { KeptPlan } from './batch-planner.ts'

const reasonHead = 'Reason'

/**
 * The rows that can't be sent as a table with the reason in its last column, to be mended and chosen again: the lines of the table as they
 * were, or the rows by name. UTF-8 with a byte order mark, without which Excel takes it for another encoding.
 */
export function badRowsTable({ plan, table }: KeptPlan): string {
  const delimiter = table?.delimiter ?? ','
  const lines = table === null ? namedLines(plan.badRows) : linesOf(table, plan.badRows)
  return `\ufeff${lines.map((cells) => cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)).join('\r\n')}\r\n`
}

type BadRows = KeptPlan['plan']['badRows']

function namedLines(badRows: BadRows): readonly (readonly string[])[] {
  return [[say('Row'), reasonHead], ...badRows.map(({ name, problems }) => [name, problems.join(' ')])]
}

/** A reason that stands there from an earlier time is written over. */
function linesOf({ heads, rows }: NonNullable<KeptPlan['table']>, badRows: BadRows): readonly (readonly string[])[] {
  const width = heads.at(-1) === reasonHead ? heads.length - 1 : heads.length
  return [
    [...heads.slice(0, width), reasonHead],
    ...badRows.map(({ row, problems }) => {
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
