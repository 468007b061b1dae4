import type { LocalMedia } from '../../shared/media-facts.ts'
import type { Values } from '../../shared/values.ts'

/** Values to open a form with. */
export type Prefill = {
  readonly values: Values
  /** The task or library item whose values and media are opened. Null if the values come from another source. */
  readonly from: FormOrigin | null
  /** True to add the values to the current form instead of replacing it. */
  readonly isAdded?: boolean
  /** The local files that the values refer to. */
  readonly localFiles?: readonly LocalMedia[]
}

export type FormOrigin = { readonly taskId: string } | { readonly itemId: string }

/** Props of a form view. Each opening has a new React key. So the form is filled from `prefill` only once. */
export type ComposeViewProps = {
  readonly capabilityId: string
  readonly prefill: Prefill | null
  /** Opens a result in the viewer. */
  readonly onOpenResult: (itemId: string) => void
  /** Opens the queue at this task. */
  readonly onOpenTask: (taskId: string) => void
  /** Opens the face selection of this task. */
  readonly onChooseFaces: (taskId: string) => void
  /** Opens the account view, where the daily limit is set. */
  readonly onOpenAccount: () => void
  /** Opens the connect dialog, so that the user can replace a key that prevents sending. */
  readonly onReplaceKey: () => void
  /** Returns to the gallery if the service no longer has this capability. */
  readonly onLeave: () => void
}
