import type { DraftMedia } from '../../shared/media-facts.ts'
import type { Values } from '../../shared/values.ts'

/** What a form is opened with: values to start from, and the task, or the recipe of a library item, whose media are opened again. */
export type Prefill = {
  readonly values: Values
  /** Null: the values hold no media of an earlier task. */
  readonly from: FormOrigin | null
  /** The values come beside those that the form holds, not in their place. */
  readonly isAdded?: boolean
  /** The files that the values name. */
  readonly drafts?: readonly DraftMedia[]
}

export type FormOrigin = { readonly taskId: string } | { readonly itemId: string }

/** The app gives a new `key` for each opening, so a form starts from its prefill once. */
export type ComposeViewProps = {
  readonly capabilityId: string
  readonly prefill: Prefill | null
  /** Opens one file of a result in the viewer. */
  readonly onOpenResult: (itemId: string) => void
  /** Opens the queue at this task. */
  readonly onOpenTask: (taskId: string) => void
  /** Opens the account, where the limit per day is set. */
  readonly onOpenAccount: () => void
  /** Opens the connect dialog: the account stands in the way. */
  readonly onReplaceKey: () => void
  /** Back to the gallery: the service does no longer have this capability. */
  readonly onLeave: () => void
}
