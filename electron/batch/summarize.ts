import type { BatchPlan } from '../../shared/batch/batch-plan.ts'
import { sameRows } from '../../shared/batch/same-rows.ts'
import { valueWords } from '../../shared/batch/value-words.ts'
import type { Field } from '../../shared/fields.ts'
import { outputCount, valueNamed } from '../../shared/fields.ts'
import type { CheckedRow } from './check-rows.ts'

const mostRowsShown = 50

/**
 * What a person has to know before anything is sent: how many, what they cost, the first ones, and every one that can't go. `fields`: those
 * that the rows differ in.
 */
export function summarize(
  rows: readonly CheckedRow[],
  fields: readonly Field[],
  everyField: readonly Field[]
): Pick<BatchPlan, 'count' | 'outputs' | 'credits' | 'columns' | 'rows' | 'badRows' | 'repeated'> {
  const good = rows.filter(({ ready }) => ready !== null)
  const estimates = good.map(({ ready }) => ready?.price.credits ?? null)
  const repeats = new Map<CheckedRow, number>()
  for (const [place, first] of sameRows(good.map(({ values }) => values)).entries()) {
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
      cells: fields.map((field) => cellWords(row, field)),
      credits: row.ready?.price.credits ?? null,
      isBad: row.ready === null,
      sameAs: repeats.get(row) ?? null
    })),
    badRows: rows.flatMap(({ row, name, problems, ready }) => (ready === null ? [{ row, name, problems }] : [])),
    repeated: repeats.size
  }
}

/** What the row asks for; of what could not be read, what stands there. */
function cellWords({ values, unread }: CheckedRow, field: Field): string {
  if (unread.some((cell) => cell.field === null)) return ''
  return unread.find((cell) => cell.field === field.name)?.text ?? valueWords(field, valueNamed(values, field.name))
}
