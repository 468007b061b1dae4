import { randomUUID } from 'node:crypto'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { BatchPlan } from '../../shared/batch/batch-plan.ts'
import { type BatchRow, mostRows } from '../../shared/batch/batch-row.ts'
import type { BatchSource, FolderFound, TableFound } from '../../shared/batch/batch-source.ts'
import { matchColumns } from '../../shared/batch/match-columns.ts'
import { rowsFromFiles } from '../../shared/batch/rows-from-files.ts'
import { gridCount, rowsFromGrid } from '../../shared/batch/rows-from-grid.ts'
import { rowsFromSeeds } from '../../shared/batch/rows-from-seeds.ts'
import { rowsFromTable } from '../../shared/batch/rows-from-table.ts'
import { valueWords } from '../../shared/batch/value-words.ts'
import type { Capability } from '../../shared/capability.ts'
import { everyFieldOf, fieldNamed, titleOf, type Field } from '../../shared/fields.ts'
import { PlainProblem } from '../../shared/problem.ts'
import { isFileReference, type Value, type Values } from '../../shared/values.ts'
import { kept, say } from '../../shared/words/say.ts'
import { type CheckedRow, type CheckRow, checkRows } from './check-rows.ts'
import { listFolder } from './list-folder.ts'
import { readTable, type ReadTable } from './read-table.ts'
import { summarize } from './summarize.ts'
import { numbered } from '../../shared/fields/say.ts'

/** A plan with all that starting it needs. */
export type KeptPlan = {
  readonly plan: BatchPlan
  readonly connectionId: string
  /** As it was when the rows were checked. */
  readonly capability: Capability
  /** What a person calls the batch, for a number of rows. */
  readonly titleFor: (count: number) => string
  readonly rows: readonly CheckedRow[]
  /** The table that the rows came from; null for another way. */
  readonly table: ReadTable | null
}

export type PlanOrder = {
  readonly connectionId: string
  readonly capability: Capability
  /** The form that every row starts from. */
  readonly values: Values
  readonly source: BatchSource
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

export type BatchPlanner = {
  /** Makes the rows, checks each as a single task would be, and keeps the plan. Sends nothing. @throws PlainProblem for what can't be rows at all. */
  readonly plan: (order: PlanOrder) => Promise<BatchPlan>
  /** Null: too many plans were made since, or Kiln was started anew. */
  readonly kept: (planId: string) => KeptPlan | null
  readonly lookAtTable: (path: string, capability: Capability) => Promise<TableFound>
  readonly lookAtFolder: (path: string, capability: Capability, field: string) => Promise<FolderFound>
}

/** Whether a capability is still offered exactly as it was. */
export function isSameOffer(before: Capability, now: readonly Capability[] | undefined): boolean {
  const own = now?.find(({ id }) => id === before.id)
  return own === before || (own !== undefined && JSON.stringify(own) === JSON.stringify(before))
}

/** Plans that a person may still start; each time something is changed there is another. */
const mostPlansKept = 4
const mostSamples = 3

export function createBatchPlanner(ports: { readonly check: CheckRow }): BatchPlanner {
  const plans = new Map<string, KeptPlan>()

  return {
    plan: async (order) => {
      const made = await makeRows(order)
      if (made.rows.length === 0) throw new PlainProblem(say('There are no rows to send.'), { advice: made.adviceWhenEmpty })
      const rows = await checkRows(made.rows, { ...order, check: ports.check })
      const { capability, source } = order
      const plan = {
        id: randomUUID(),
        capability: capability.id,
        way: source.way,
        ...summarize(rows, made.fields, everyFieldOf(capability))
      }
      plans.set(plan.id, { plan, connectionId: order.connectionId, capability, titleFor: made.titleFor, rows, table: made.table })
      for (const id of plans.keys()) if (plans.size > mostPlansKept) plans.delete(id)
      return plan
    },
    kept: (planId) => plans.get(planId) ?? null,
    lookAtTable: async (path, capability) => {
      const { name, heads, rows } = await readTable(path)
      const fields = matchColumns(everyFieldOf(capability), heads)
      const columns = heads.map((head, place) => {
        const filled = [...new Set(rows.flatMap(({ cells }) => cells[place]?.trim() || []))]
        return { head, samples: filled.slice(0, mostSamples).map((text) => text.slice(0, 120)), field: fields[place] ?? null }
      })
      return { table: path, name, rowCount: rows.length, columns }
    },
    lookAtFolder: async (path, capability, field) => {
      const { medium } = mediaFieldOf(capability, field)
      const own = await listFolder(path, { medium, withSubfolders: false })
      const all = own.subfolders === 0 ? own : await listFolder(path, { medium, withSubfolders: true })
      return {
        folder: path,
        name: basename(path),
        fileCount: own.files.length,
        withSubfoldersCount: all.files.length,
        subfolders: own.subfolders,
        otherFiles: own.otherFiles
      }
    }
  }
}

type Made = {
  readonly rows: readonly BatchRow[]
  /** The fields that the rows differ in. */
  readonly fields: readonly Field[]
  readonly titleFor: (count: number) => string
  readonly adviceWhenEmpty: string
  readonly table: ReadTable | null
}

async function makeRows({ capability, values, source }: PlanOrder): Promise<Made> {
  switch (source.way) {
    case 'seeds': {
      if (source.count > mostRows) throw tooMany(source.count)
      const field = everyFieldOf(capability).find((candidate) => candidate.kind === 'seed') ?? null
      const room = field === null ? mostRows : field.maximum - field.minimum + 1
      if (source.count > room)
        throw new PlainProblem(say('There are only {room, number} seeds.', { room }), {
          advice: say('Ask for fewer runs, so that each has its own.')
        })
      return {
        rows: rowsFromSeeds(values, { field, count: source.count, first: source.first }, Math.random),
        fields: field === null ? [] : [field],
        titleFor: (count) => `${numbered(count)} × ${titleOf(capability, values)}`,
        adviceWhenEmpty: say('Ask for at least one.'),
        table: null
      }
    }
    case 'folder': {
      const field = mediaFieldOf(capability, source.field)
      const { files } = await listFolder(source.folder, { medium: field.medium, withSubfolders: source.withSubfolders })
      return {
        rows: rowsFromFiles(values, field, files),
        fields: [field],
        titleFor: (count) => kept('{count, plural, one {# file} other {# files}} of {name}', { count, name: basename(source.folder) }),
        adviceWhenEmpty: say('Choose a folder with files of the right kind.'),
        table: null
      }
    }
    case 'table': {
      const table = await readTable(source.table)
      const fields = table.heads.map((_, place) => fieldOfColumn(capability, source.columns[place] ?? null))
      const used = fields.filter((field) => field !== null)
      const doubled = used.find((field, place) => used.findIndex(({ name }) => name === field.name) !== place)
      if (doubled !== undefined)
        throw new PlainProblem(say('Two columns fill “{label}”.', { label: doubled.label }), {
          advice: say('Let one of them fill another field, or none.')
        })
      if (used.length === 0)
        throw new PlainProblem(say('No column fills a field yet.'), { advice: say('Say for at least one column which field it fills.') })
      const rows = rowsFromTable(values, table, fields)
      return {
        rows: rows.map((row) => ({ ...row, values: withPaths(row.values, dirname(source.table)) as Values })),
        fields: used,
        titleFor: (count) => kept('{count, plural, one {# row} other {# rows}} of {name}', { count, name: table.name }),
        adviceWhenEmpty: say('Add lines to the table.'),
        table
      }
    }
    case 'grid': {
      const axes = source.axes.map(({ field, values: steps }) => {
        const own = fieldOf(capability, field)
        return { field, label: own.label, own, steps: steps.map((value) => ({ value, words: valueWords(own, value) || say('nothing') })) }
      })
      const count = gridCount(axes)
      if (count > mostRows) throw tooMany(count)
      return {
        rows: rowsFromGrid(values, axes),
        fields: axes.map(({ own }) => own),
        titleFor: () => `${titleOf(capability, values)}: ${axes.map(({ label }) => label).join(' × ')}`,
        adviceWhenEmpty: say('Give every field of the grid at least one value.'),
        table: null
      }
    }
  }
}

function tooMany(count: number): PlainProblem {
  return new PlainProblem(say('That would be {count, number} tasks; a batch takes at most {mostRows, number}.', { count, mostRows }), {
    advice: say('Make it smaller, or send it in parts.')
  })
}

function fieldOfColumn(capability: Capability, name: string | null): Field | null {
  return name === null ? null : fieldOf(capability, name)
}

function fieldOf(capability: Capability, name: string): Field {
  const field = everyFieldOf(capability).find((candidate) => candidate.name === name) ?? fieldNamed(capability, name)
  if (field === null)
    throw new PlainProblem(say('The form has no field “{name}” any more.', { name }), { advice: say('Open the batch again.') })
  return field
}

function mediaFieldOf(capability: Capability, name: string): Extract<Field, { kind: 'media' }> {
  const field = fieldOf(capability, name)
  if (field.kind !== 'media')
    throw new PlainProblem(say('“{label}” takes no files.', { label: field.label }), { advice: say('Choose another field for the files.') })
  return field
}

/** Names of files beside the table as paths; what is a path already is a file of the form. */
function withPaths(value: Value, folder: string): Value {
  if (typeof value !== 'object' || value === null) return value
  if (isFileReference(value)) return isAbsolute(value.file) ? value : { file: join(folder, ...value.file.split(/[/\\]/)) }
  if (Array.isArray(value)) return value.map((item: Value) => withPaths(item, folder))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPaths(inner, folder)]))
}
