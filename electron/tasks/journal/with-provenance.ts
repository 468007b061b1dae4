import { changeJsonObject } from './change-json.ts'

type Input = { readonly reference?: { readonly item?: unknown } }
type Task = { readonly batch?: object | null; readonly inputs?: readonly Input[] }

/**
 * Adds the provenance to a task of an earlier version. Only the library items among its inputs were stored. `record`: JSON of a row. Never
 * edit this function, because a released migration uses it.
 */
export function withProvenance(record: string): string {
  return changeJsonObject<Task>(record, (task) => ({
    ...task,
    ...(task.batch && { batch: { ...task.batch, cell: null } }),
    from: [...new Set((task.inputs ?? []).map(({ reference }) => reference?.item))].flatMap((item) =>
      typeof item === 'string' ? [{ item, how: 'input' }] : []
    ),
    askedBy: 'unknown'
  }))
}

/** Adds the axes to a batch of an earlier version, which didn't store them. `record`: JSON of a row. Never edit this function. */
export function withoutAxes(record: string): string {
  return changeJsonObject(record, (batch) => ({ ...batch, axes: [] }))
}
