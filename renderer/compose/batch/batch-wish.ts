import { assertNever } from '../../../shared/assert-never.ts'
import type { BatchWay } from '../../../shared/batch/batch.ts'
import type { BatchSource, FolderFound, TableFound } from '../../../shared/batch/batch-source.ts'
import type { Field, MediaField, SeedField } from '../../../shared/fields.ts'
import { say } from '../../../shared/words/say.ts'
import { type GridAxis, axisValues } from './grid-axis.ts'

/** What a person has filled in for a batch of one form, all ways at once, so that changing the way loses nothing. */
export type BatchWish = {
  readonly way: BatchWay
  readonly seeds: { readonly count: string; readonly isCountingUp: boolean; readonly first: string }
  readonly folder: { readonly found: FolderFound | null; readonly field: string | null; readonly withSubfolders: boolean }
  readonly table: { readonly found: TableFound | null; readonly columns: readonly (string | null)[] }
  readonly axes: readonly GridAxis[]
}

/** The wish as what main takes, or the first thing that is missing, as a full sentence. */
export type ReadyWish = { readonly source: BatchSource } | { readonly missing: string }

export function emptyWish(fields: readonly Field[]): BatchWish {
  return {
    way: 'seeds',
    seeds: { count: '4', isCountingUp: false, first: '1' },
    folder: { found: null, field: mediaFieldsOf(fields)[0]?.name ?? null, withSubfolders: false },
    table: { found: null, columns: [] },
    axes: []
  }
}

export function mediaFieldsOf(fields: readonly Field[]): readonly MediaField[] {
  return fields.filter((field) => field.kind === 'media')
}

export function seedFieldOf(fields: readonly Field[]): SeedField | null {
  return fields.find((field) => field.kind === 'seed') ?? null
}

/** A table as it was found, its columns matched as main suggests. */
export function withTable(wish: BatchWish, found: TableFound): BatchWish {
  return { ...wish, way: 'table', table: { found, columns: found.columns.map(({ field }) => field) } }
}

/** A column fills a field; the column that filled it before does no longer. */
export function withColumn(wish: BatchWish, place: number, field: string | null): BatchWish {
  const columns = wish.table.columns.map((before, other) => (other === place ? field : before === field && field !== null ? null : before))
  return { ...wish, table: { ...wish.table, columns } }
}

export function readyWish(wish: BatchWish, fields: readonly Field[]): ReadyWish {
  switch (wish.way) {
    case 'seeds':
      return readySeeds(wish.seeds, seedFieldOf(fields))
    case 'folder': {
      const { found, field, withSubfolders } = wish.folder
      if (field === null) return { missing: say('This form takes no files.') }
      if (found === null) return { missing: say('Choose a folder.') }
      return { source: { way: 'folder', folder: found.folder, field, withSubfolders } }
    }
    case 'table': {
      const { found, columns } = wish.table
      if (found === null) return { missing: say('Choose a table.') }
      if (columns.every((field) => field === null)) return { missing: say('Say for at least one column which field it fills.') }
      return { source: { way: 'table', table: found.table, columns: [...columns] } }
    }
    case 'grid':
      return readyGrid(wish.axes, fields)
    default:
      return assertNever(wish.way)
  }
}

function readySeeds({ count, isCountingUp, first }: BatchWish['seeds'], field: SeedField | null): ReadyWish {
  const wanted = wholeNumber(count)
  if (wanted === null || wanted < 1) return { missing: say('Say how often, in a whole number from 1.') }
  if (field === null || !isCountingUp) return { source: { way: 'seeds', count: wanted, first: null } }
  const start = wholeNumber(first)
  if (start === null || start < field.minimum || start > field.maximum) {
    return {
      missing: say('Say the first seed, from {minimum, number} to {maximum, number}.', { minimum: field.minimum, maximum: field.maximum })
    }
  }
  return { source: { way: 'seeds', count: wanted, first: start } }
}

function readyGrid(axes: readonly GridAxis[], fields: readonly Field[]): ReadyWish {
  if (axes.length === 0) return { missing: say('Choose a field to step through.') }
  const sources: { field: string; values: ReturnType<typeof axisValues>['values'][number][] }[] = []
  for (const axis of axes) {
    const field = fields.find(({ name }) => name === axis.field)
    if (field === undefined) return { missing: say('Choose a field to step through.') }
    const { values, problem } = axisValues(field, axis)
    if (problem !== null) return { missing: problem }
    if (values.length === 0) return { missing: say('Give “{label}” at least one value.', { label: field.label }) }
    sources.push({ field: axis.field, values: [...values] })
  }
  return { source: { way: 'grid', axes: sources } }
}

function wholeNumber(text: string): number | null {
  const plain = text.trim().replaceAll(',', '')
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null
}
