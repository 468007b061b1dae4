import type { LocalMedia } from '../../shared/media-facts.ts'
import type { Values } from '../../shared/values.ts'

/** Initial values of a form, and the source of media to open again. The source is a task or a library item's recipe. */
export type Prefill = {
  readonly values: Values
  /** Null if the values contain no media of an earlier task. */
  readonly from: FormOrigin | null
  /** True to add the values to the form's own instead of replacing them. */
  readonly isAdded?: boolean
  /** The local files that the values refer to. */
  readonly localFiles?: readonly LocalMedia[]
}

export type FormOrigin = { readonly taskId: string } | { readonly itemId: string }

/** Each opening has a new React key, so a form is filled from its prefill once. */
export type ComposeViewProps = {
  readonly capabilityId: string
  readonly prefill: Prefill | null
  /** Opens one file of a result in the viewer. */
  readonly onOpenResult: (itemId: string) => void
  /** Opens the queue at this task. */
  readonly onOpenTask: (taskId: string) => void
  /** Opens the choice of faces of this task. */
  readonly onChooseFaces: (taskId: string) => void
  /** Opens the account, where the daily limit is set. */
  readonly onOpenAccount: () => void
  /** Opens the connect dialog if the account prevents sending. */
  readonly onReplaceKey: () => void
  /** Returns to the gallery if the service no longer has this capability. */
  readonly onLeave: () => void
}
