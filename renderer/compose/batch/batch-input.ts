import { assertNever } from '../../../shared/assert-never.ts'
import type { BatchSourceKind } from '../../../shared/form/batch/batch.ts'
import type { BatchSource, CellEdit, FolderPreview, TablePreview } from '../../../shared/form/batch/batch-source.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import type { Field, MediaField, SeedField } from '../../../shared/form/fields.ts'
import { allFieldsOf } from '../../../shared/form/fields.ts'
import { valueNamed } from '../../../shared/form/fields/field-name.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { Value, Values } from '../../../shared/form/values.ts'
import { allMediaFieldsOf } from '../../media/input-targets.ts'
import type { BatchResults } from '../../navigation/form-prefill.ts'
import { type GridAxisInput, parseGridAxisValues } from './grid-axis.ts'

/** Row sources that the dialog offers. `results` is sent to main as a grid with a single axis. */
export type BatchInputWay = BatchSourceKind | 'results'

/** Options for a batch of one form. Keeps the input of every row source, so that switching between sources loses nothing. */
export type BatchInput = {
  readonly way: BatchInputWay
  readonly seeds: { readonly count: string; readonly isCountingUp: boolean; readonly first: string }
  readonly folder: { readonly found: FolderPreview | null; readonly field: string | null; readonly withSubfolders: boolean }
  /** `edits`: cells that the user has changed for this batch. */
  readonly table: {
    readonly found: TablePreview | null
    readonly columns: readonly (string | null)[]
    readonly edits: readonly CellEdit[]
  }
  readonly axes: readonly GridAxisInput[]
  /** `field` is null if the form has no media field. */
  readonly results: Omit<BatchResults, 'field'> & { readonly field: string | null }
}

/** The row source for main, or a sentence that names the first missing input. */
export type BatchSourceResult = { readonly source: BatchSource } | { readonly missing: string }

export function emptyBatchInput(fields: readonly Field[]): BatchInput {
  return {
    way: 'seeds',
    seeds: { count: '4', isCountingUp: false, first: '1' },
    folder: { found: null, field: mediaFieldsOf(fields)[0]?.name ?? null, withSubfolders: false },
    table: { found: null, columns: [], edits: [] },
    axes: [],
    results: { field: mediaFieldsOf(fields)[0]?.name ?? null, itemIds: [], isAction: false }
  }
}

export function mediaFieldsOf(fields: readonly Field[]): readonly MediaField[] {
  return fields.filter((field) => field.kind === 'media')
}

export function seedFieldOf(fields: readonly Field[]): SeedField | null {
  return fields.find((field) => field.kind === 'seed') ?? null
}

/** Selects `found` as the row source. The table's columns are mapped to fields as main suggests. */
export function withTableSource(batchRequest: BatchInput, found: TablePreview): BatchInput {
  return { ...batchRequest, way: 'table', table: { found, columns: found.columns.map(({ field }) => field), edits: [] } }
}

/** Maps the column at index `place` to `field`, and unmaps any other column with this field. If `field` is null, only unmaps the column. */
export function withColumnMapping(batchRequest: BatchInput, place: number, field: string | null): BatchInput {
  const columns = batchRequest.table.columns.map((before, other) =>
    other === place ? field : before === field && field !== null ? null : before
  )
  return { ...batchRequest, table: { ...batchRequest.table, columns } }
}

/** Changes a cell for this batch. Replaces an earlier edit of the same cell. Typing the file's original text removes the edit. */
export function withCellEdit(batchRequest: BatchInput, edit: CellEdit): BatchInput {
  const isSameCell = ({ row, column }: CellEdit): boolean => row === edit.row && column === edit.column
  const from = batchRequest.table.edits.find(isSameCell)?.from ?? edit.from
  const others = batchRequest.table.edits.filter((one) => !isSameCell(one))
  return withCellEdits(batchRequest, edit.text === from ? others : [...others, { ...edit, from }])
}

export function withCellEdits(batchRequest: BatchInput, edits: readonly CellEdit[]): BatchInput {
  return { ...batchRequest, table: { ...batchRequest.table, edits } }
}

/** Returns the row source for main, or a sentence that names the first missing input. `values`: current form values. */
export function batchSourceFromInput(
  batchRequest: BatchInput,
  { capability, values }: { readonly capability: Capability; readonly values: Values }
): BatchSourceResult {
  const fields = allFieldsOf(capability)
  switch (batchRequest.way) {
    case 'seeds':
      return readySeeds(batchRequest.seeds, seedFieldOf(fields))
    case 'folder': {
      const { found, field, withSubfolders } = batchRequest.folder
      if (field === null) return { missing: say('This form doesn’t accept files.') }
      if (found === null) return { missing: say('Choose a folder.') }
      return { source: { way: 'folder', folder: found.folder, field, withSubfolders } }
    }
    case 'table': {
      const { found, columns, edits } = batchRequest.table
      if (found === null) return { missing: say('Choose a table.') }
      if (columns.every((field) => field === null)) return { missing: say('Choose a field for at least one column.') }
      return { source: { way: 'table', table: found.table, columns: [...columns], hasHeader: found.hasHeader, edits: [...edits] } }
    }
    case 'grid':
      return readyGrid(batchRequest.axes, fields)
    case 'results':
      return readyResults(batchRequest.results, capability, values)
    default:
      return assertNever(batchRequest.way)
  }
}

function readySeeds({ count, isCountingUp, first }: BatchInput['seeds'], field: SeedField | null): BatchSourceResult {
  const wanted = wholeNumber(count)
  if (wanted === null || wanted < 1) return { missing: say('Enter a whole number of tasks, 1 or more.') }
  if (field === null || !isCountingUp) return { source: { way: 'seeds', count: wanted, first: null } }
  const start = wholeNumber(first)
  if (start === null || start < field.minimum || start > field.maximum) {
    return {
      missing: say('Enter a first seed from {minimum, number} to {maximum, number}.', { minimum: field.minimum, maximum: field.maximum })
    }
  }
  return { source: { way: 'seeds', count: wanted, first: start } }
}

function readyGrid(axes: readonly GridAxisInput[], fields: readonly Field[]): BatchSourceResult {
  if (axes.length === 0) return { missing: say('Choose a field to vary.') }
  const sources: { field: string; values: ReturnType<typeof parseGridAxisValues>['values'][number][] }[] = []
  for (const axis of axes) {
    const field = fields.find(({ name }) => name === axis.field)
    if (field === undefined) return { missing: say('Choose a field to vary.') }
    const { values, problem } = parseGridAxisValues(field, axis)
    if (problem !== null) return { missing: problem }
    if (values.length === 0) return { missing: say('Add at least one value for “{label}”.', { label: field.label }) }
    sources.push({ field: axis.field, values: [...values] })
  }
  return { source: { way: 'grid', axes: sources } }
}

function readyResults({ field: name, itemIds }: BatchInput['results'], capability: Capability, values: Values): BatchSourceResult {
  const field = allMediaFieldsOf(capability).find((candidate) => candidate.name === name)
  if (field === undefined) return { missing: say('This form doesn’t accept files.') }
  if (itemIds.length === 0) return { missing: say('Choose at least one result.') }
  const before = valueNamed(values, field.name)
  const steps = itemIds.map((item): Value => (field.isMany ? [...(Array.isArray(before) ? before : []), { item }] : { item }))
  return { source: { way: 'grid', axes: [{ field: field.name, values: steps }] } }
}

function wholeNumber(text: string): number | null {
  const plain = text.trim().replaceAll(',', '')
  return /^\d{1,15}$/.test(plain) ? Number(plain) : null
}
