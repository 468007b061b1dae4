import type { LocalMedia } from '../../shared/form/media-facts.ts'
import type { Values } from '../../shared/form/values.ts'

/** Values to open a form with. */
export type FormPrefill = {
  readonly values: Values
  /** The task or library item whose values and media are opened. Null if the values come from another source. */
  readonly from: FormOrigin | null
  /** True to add the values to the current form instead of replacing it. */
  readonly isAdded?: boolean
  /** The local files that the values refer to. */
  readonly localFiles?: readonly LocalMedia[]
}

export type FormOrigin = { readonly taskId: string } | { readonly itemId: string }

/** Source of a result's values. This is the task, or the recipe if the task isn't in the queue. */
export type ValuesOrigin = { readonly capability: string; readonly values: Values } & FormOrigin
