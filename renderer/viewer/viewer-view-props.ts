import type { ComponentType } from 'react'
import type { TaskResult } from '../../shared/task/task.ts'
import type { Values } from '../../shared/form/values.ts'
import type { InputTarget } from '../media/input-targets.ts'

/** Source of a result's values. This is the task, or the recipe if the task isn't in the queue. */
export type ViewerOrigin = { readonly capability: string; readonly values: Values } & (
  | { readonly taskId: string }
  | { readonly itemId: string }
)

export type ViewerViewProps = {
  /** ID of a library item, with or without a task in the queue. */
  readonly itemId: string
  /** Library keys of the results to browse, in order. Null to browse all results, newest first. */
  readonly among: Uint32Array | null
  readonly onBack: () => void
  /** Opens the form with this result's values, so that the user can change them. */
  readonly onRemix: (origin: ViewerOrigin) => void
  /** Shows another result in place of this result. */
  readonly onShow: (itemId: string) => void
  /** Opens the queue at the task that made this result. */
  readonly onOpenTask: (taskId: string) => void
  /** Shows two to four results side by side. */
  readonly onCompare: (itemIds: readonly string[]) => void
  /** Opens the form of a capability with these results in one of its fields. */
  readonly onUse: (place: InputTarget, itemIds: readonly string[]) => void
  /** Lets the user choose an input field for these results, then opens the form with that field. */
  readonly onAskUse: (items: readonly Pick<TaskResult, 'id' | 'medium'>[]) => void
  /** The button that opens the tags and collections of a library item. */
  readonly Tags: ComponentType<{ readonly itemKey: number }>
  /** The button that submits the same values again, with its price and any confirmation. */
  readonly RunAgain: ComponentType<{ readonly origin: ViewerOrigin }>
}
