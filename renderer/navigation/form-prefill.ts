import type { GivenSource } from '../../shared/form/task-source.ts'
import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { Values } from '../../shared/form/values.ts'
import { itemIdOf } from '../../shared/library/item-id.ts'

/** Values to open a form with. */
export type FormPrefill = {
  readonly values: Values
  /** The task or library item whose values and media are opened. Null if the values come from another source. */
  readonly from: FormOrigin | null
  /** True to add the values to the current form instead of replacing it. */
  readonly isAdded?: boolean
  /** The local files that the values refer to. */
  readonly localFiles?: readonly LocalMedia[]
  /** The results that the form is based on. By default, the form is a remix of `from`. */
  readonly sources?: readonly GivenSource[]
  /** Opens the batch dialog with these results, one task for each. */
  readonly batch?: BatchResults
}

/**
 * Library items that each get their own task. `field` is the name of the field for the items, which may be nested. `isAction` is true if
 * the user applies the capability to the items. It is false if the items are only input.
 */
export type BatchResults = { readonly field: string; readonly itemIds: readonly string[]; readonly isAction: boolean }

/** `resultId` is the result of the task that the user chose. By default, this is the task's first result. */
export type FormOrigin = { readonly taskId: string; readonly resultId?: string } | { readonly itemId: string }

/** Source of a result's values. This is the task, or the recipe if the task isn't in the queue. */
export type ValuesOrigin = { readonly capability: string; readonly values: Values } & FormOrigin

/** Returns the ID of the library item that represents the origin in a task's provenance. */
export function originItem(origin: FormOrigin): string {
  return 'itemId' in origin ? origin.itemId : (origin.resultId ?? itemIdOf(origin.taskId, 0))
}
