import { randomUUID } from 'node:crypto'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { BatchAxis, BatchTitle } from '../../../shared/form/batch/batch.ts'
import type { BatchPlan, CellToFix } from '../../../shared/form/batch/batch-plan.ts'
import { type BatchRow, maxBatchRows } from '../../../shared/form/batch/batch-row.ts'
import type { BatchSource, FolderPreview, TablePreview } from '../../../shared/form/batch/batch-source.ts'
import { matchColumns } from '../../../shared/form/batch/match-columns.ts'
import { rowsFromFiles } from '../../../shared/form/batch/rows-from-files.ts'
import { gridRowCount, rowsFromGrid } from '../../../shared/form/batch/rows-from-grid.ts'
import { rowsFromSeeds } from '../../../shared/form/batch/rows-from-seeds.ts'
import { rowsFromTable } from '../../../shared/form/batch/rows-from-table.ts'
import { valueText } from '../../../shared/phrases/value-text.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { allFieldsOf, fieldNamed, mediaReferencesIn, taskTitle, type Field } from '../../../shared/form/fields.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'
import { isFileReference, isItemReference, type Value, type Values } from '../../../shared/form/values.ts'
import { runInEnglish, say } from '../../../shared/i18n/say.ts'
import { applicableEdits, cellsToFix, applyCellEdits } from './cell-edits.ts'
import { type CheckedRow, type RowChecker, checkRows } from './check-rows.ts'
import { listFolder } from './list-folder.ts'
import { readColumnNames, isTextFile, readTable, type ParsedTable } from './parsed-table.ts'
import { summarizeBatch } from './summarize-batch.ts'
import { formatGroupedNumber } from '../../../shared/form/fields/format-value.ts'

/** A batch plan with everything needed to start the batch. */
export type StoredBatchPlan = {
  readonly plan: BatchPlan
  readonly connectionId: string
  /** The capability as it was when the rows were checked. */
  readonly capability: Capability
  /** Returns the batch's title. `count`: number of rows that will be sent. */
  readonly titleFor: (count: number) => BatchTitle
  /** The axes of a grid. Empty for any other source. */
  readonly axes: readonly BatchAxis[]
  readonly rows: readonly CheckedRow[]
  /** The fields in which the rows differ. */
  readonly fields: readonly Field[]
  /** The table that the rows came from. Null for any other source. */
  readonly table: ParsedTable | null
}

export type BatchPlanRequest = {
  readonly connectionId: string
  readonly capability: Capability
  /** Form values that every row starts with. */
  readonly values: Values
  readonly source: BatchSource
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

export type BatchPlanner = {
  /**
   * Creates the rows, checks each row like a single task, and stores the plan. Sends nothing. @throws UserFacingError if no rows can be
   * created from `source`.
   */
  readonly plan: (order: BatchPlanRequest) => Promise<BatchPlan>
  /** Returns a stored plan. Null if newer plans have replaced it, or if Kiln was restarted. */
  readonly kept: (planId: string) => StoredBatchPlan | null
  /**
   * Previews a table and its columns. `hasHeader`: null to detect a header. A `.txt` file has a header if its first line contains a field's
   * name. Otherwise, each of its lines is a prompt. Every other file is assumed to have a header.
   */
  readonly inspectTable: (path: string, capability: Capability, hasHeader: boolean | null) => Promise<TablePreview>
  readonly inspectFolder: (path: string, capability: Capability, field: string) => Promise<FolderPreview>
}

/** True if the list `now` contains the capability `before`, unchanged. */
export function isCapabilityUnchanged(before: Capability, now: readonly Capability[] | undefined): boolean {
  const own = now?.find(({ id }) => id === before.id)
  return own === before || (own !== undefined && JSON.stringify(own) === JSON.stringify(before))
}

/** Maximum number of stored plans. Every change in the batch form creates a new plan, so old plans are dropped. */
const mostPlansKept = 4
const mostSamples = 3

export type BatchPlannerPorts = {
  readonly check: RowChecker
  /** Returns the title of a library item, for the rows' names. Null if the item isn't in the library. */
  readonly titleOfItem: (itemId: string) => Promise<string | null>
}

export function createBatchPlanner(ports: BatchPlannerPorts): BatchPlanner {
  const plans = new Map<string, StoredBatchPlan>()

  return {
    plan: async (order) => {
      const made = await makeRows(order, ports)
      if (made.rows.length === 0) throw new UserFacingError(say('There are no rows to send.'), { advice: made.adviceWhenEmpty })
      const rows = await checkRows(made.rows, { ...order, check: ports.check })
      const { capability, source } = order
      const plan = {
        id: randomUUID(),
        capability: capability.id,
        way: source.way,
        ...summarizeBatch(rows, made.fields, allFieldsOf(capability), made.cellsToFix ?? (() => []), made.nameOf),
        editedCells: made.editedCells ?? 0
      }
      const { titleFor, table, axes = [] } = made
      plans.set(plan.id, { plan, connectionId: order.connectionId, capability, titleFor, axes, rows, fields: made.fields, table })
      for (const id of plans.keys()) if (plans.size > mostPlansKept) plans.delete(id)
      return plan
    },
    kept: (planId) => plans.get(planId) ?? null,
    inspectTable: async (path, capability, wanted) => {
      const own = allFieldsOf(capability)
      const hasHeader = wanted ?? (!isTextFile(path) || matchColumns(own, await readColumnNames(path)).some((field) => field !== null))
      const { name, heads, rows } = await readTable(path, hasHeader)
      const fields = hasHeader ? matchColumns(own, heads) : heads.length === 1 ? [promptOf(own)] : heads.map(() => null)
      const columns = heads.map((head, place) => {
        const filled = [...new Set(rows.flatMap(({ cells }) => cells[place]?.trim() || []))]
        return { head, samples: filled.slice(0, mostSamples).map((text) => text.slice(0, 120)), field: fields[place] ?? null }
      })
      return { table: path, name, rowCount: rows.length, hasHeader, columns }
    },
    inspectFolder: async (path, capability, field) => {
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
  /** The fields in which the rows differ. */
  readonly fields: readonly Field[]
  readonly titleFor: (count: number) => BatchTitle
  readonly adviceWhenEmpty: string
  readonly table: ParsedTable | null
  readonly axes?: readonly BatchAxis[]
  /** Returns the table's cells that cause a row's problems. Undefined for any other source. */
  readonly cellsToFix?: (row: CheckedRow) => readonly CellToFix[]
  readonly editedCells?: number
  /** Returns the name of a value that is a library item. Null for any other value. */
  readonly nameOf?: (value: Value) => string | null
}

async function makeRows({ capability, values, source }: BatchPlanRequest, { titleOfItem }: BatchPlannerPorts): Promise<Made> {
  switch (source.way) {
    case 'seeds': {
      if (source.count > maxBatchRows) throw tooMany(source.count)
      const field = allFieldsOf(capability).find((candidate) => candidate.kind === 'seed') ?? null
      const room = field === null ? maxBatchRows : field.maximum - field.minimum + 1
      if (source.count > room)
        throw new UserFacingError(say('Only {room, plural, one {# seed is} other {# different seeds are}} available.', { room }), {
          advice: say('Reduce the number of tasks. Each task needs its own seed.')
        })
      return {
        rows: rowsFromSeeds(values, { field, count: source.count, first: source.first }, Math.random),
        fields: field === null ? [] : [field],
        titleFor: (count) => titleOf(`${formatGroupedNumber(count)} × ${taskTitle(capability, values)}`),
        adviceWhenEmpty: say('Enter at least 1 task.'),
        table: null
      }
    }
    case 'folder': {
      const field = mediaFieldOf(capability, source.field)
      const { files } = await listFolder(source.folder, { medium: field.medium, withSubfolders: source.withSubfolders })
      return {
        rows: rowsFromFiles(values, field, files),
        fields: [field],
        titleFor: (count) => ({ code: 'files', params: { count, name: basename(source.folder) } }),
        adviceWhenEmpty: say('Choose a folder with files of the right type.'),
        table: null
      }
    }
    case 'table': {
      const found = await readTable(source.table, source.hasHeader ?? true)
      const fields = found.heads.map((_, place) => fieldOfColumn(capability, source.columns[place] ?? null))
      const used = fields.filter((field) => field !== null)
      const doubled = used.find((field, place) => used.findIndex(({ name }) => name === field.name) !== place)
      if (doubled !== undefined)
        throw new UserFacingError(say('Two columns are mapped to “{label}”.', { label: doubled.label }), {
          advice: say('Choose another field for one of the columns. You can also choose “Don’t use”.')
        })
      if (used.length === 0)
        throw new UserFacingError(say('No column is mapped to a field yet.'), { advice: say('Choose a field for at least one column.') })
      const edits = applicableEdits(found, fields, source.edits ?? [])
      const table = applyCellEdits(found, edits)
      const rows = rowsFromTable(values, table, fields)
      return {
        rows: rows.map((row) => ({ ...row, values: withPaths(row.values, dirname(source.table)) as Values })),
        fields: used,
        titleFor: (count) => ({ code: 'rows', params: { count, name: table.name } }),
        adviceWhenEmpty: say('Add rows to the table.'),
        table,
        cellsToFix: (row) => cellsToFix(row, table, fields),
        editedCells: edits.length
      }
    }
    case 'grid': {
      const count = gridRowCount(source.axes.map(({ values: steps }) => ({ steps })))
      if (count > maxBatchRows) throw tooMany(count)
      const nameOf = await itemNames(
        source.axes.flatMap(({ values: steps }) => steps),
        titleOfItem
      )
      const axes = source.axes.map(({ field, values: steps }) => {
        const own = fieldOf(capability, field)
        return {
          field,
          label: own.label,
          own,
          steps: steps.map((value) => ({ value, words: valueText(own, value, nameOf) || say('empty') }))
        }
      })
      return {
        nameOf,
        rows: rowsFromGrid(values, axes),
        fields: axes.map(({ own }) => own),
        titleFor: () => titleOf(`${taskTitle(capability, values)}: ${axes.map(({ label }) => label).join(' × ')}`),
        adviceWhenEmpty: say('Add at least one value to each grid field.'),
        table: null,
        axes: source.axes.map((axis) => ({ ...axis, label: contractLabel(capability, axis.field) }))
      }
    }
  }
}

/** Loads the titles of the library items in `values`. Returns a function that gives an item's title, or null for any other value. */
async function itemNames(
  values: readonly Value[],
  titleOfItem: BatchPlannerPorts['titleOfItem']
): Promise<(value: Value) => string | null> {
  const items = new Set(mediaReferencesIn({ values }).flatMap(({ reference }) => (isItemReference(reference) ? reference.item : [])))
  const titles = new Map(await Promise.all([...items].map(async (item) => [item, await titleOfItem(item)] as const)))
  return (value) => (isItemReference(value) ? (titles.get(value.item) ?? null) : null)
}

function titleOf(text: string): BatchTitle {
  return { code: 'text', params: { text } }
}

function promptOf(fields: readonly Field[]): string | null {
  return fields.find((field) => field.kind === 'text' && field.role === 'prompt')?.name ?? null
}

function tooMany(count: number): UserFacingError {
  return new UserFacingError(
    say('That’s {count, number} tasks. A batch can have at most {mostRows, number}.', { count, mostRows: maxBatchRows }),
    {
      advice: say('Make the batch smaller. You can also split it into several batches.')
    }
  )
}

function fieldOfColumn(capability: Capability, name: string | null): Field | null {
  return name === null ? null : fieldOf(capability, name)
}

function fieldOf(capability: Capability, name: string): Field {
  const field = allFieldsOf(capability).find((candidate) => candidate.name === name) ?? fieldNamed(capability, name)
  if (field === null)
    throw new UserFacingError(say('The form no longer has the field “{name}”.', { name }), { advice: say('Open the batch again.') })
  return field
}

/** Returns a field's label as the contract has it. The stored label is translated wherever it is shown. */
function contractLabel(capability: Capability, name: string): string {
  return runInEnglish(() => fieldOf(capability, name).label)
}

function mediaFieldOf(capability: Capability, name: string): Extract<Field, { kind: 'media' }> {
  const field = fieldOf(capability, name)
  if (field.kind !== 'media')
    throw new UserFacingError(say('“{label}” doesn’t accept files.', { label: field.label }), {
      advice: say('Choose another field for the files.')
    })
  return field
}

/** Resolves relative file names against `folder`, the table's folder. Absolute paths are left unchanged. */
function withPaths(value: Value, folder: string): Value {
  if (typeof value !== 'object' || value === null) return value
  if (isFileReference(value)) return isAbsolute(value.file) ? value : { file: join(folder, ...value.file.split(/[/\\]/)) }
  if (Array.isArray(value)) return value.map((item: Value) => withPaths(item, folder))
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withPaths(inner, folder)]))
}
