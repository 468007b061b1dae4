import type { ComponentType } from 'react'
import type { Result } from '../../shared/task.ts'
import type { Values } from '../../shared/values.ts'
import type { InputPlace } from '../bridge/input-places.ts'

/** Where the values of a result come from: the task that made it, or, where the queue does not know that, its recipe. */
export type Origin = { readonly capability: string; readonly values: Values } & ({ readonly taskId: string } | { readonly itemId: string })

export type ViewerViewProps = {
  /** A library item: of a task in the queue, or one that only the library knows. */
  readonly itemId: string
  /** Library keys of what one goes through with previous and next, in their order; null: all that was made, newest first. */
  readonly among: Uint32Array | null
  readonly onBack: () => void
  /** Opens the form with all that made this, to change something. */
  readonly onRemix: (origin: Origin) => void
  /** Shows another result in place of this one. */
  readonly onShow: (itemId: string) => void
  /** Opens the queue at the task that made this. */
  readonly onOpenTask: (taskId: string) => void
  /** Shows two to four results side by side. */
  readonly onCompare: (itemIds: readonly string[]) => void
  /** Opens the form of a capability with this result in one of its fields. */
  readonly onUse: (place: InputPlace, itemIds: readonly string[]) => void
  /** Asks what this result is to be the input of, and opens that form. */
  readonly onAskUse: (items: readonly Pick<Result, 'id' | 'medium'>[]) => void
  /** The button that sends the same once more, with its price and what is asked before it spends. */
  readonly RunAgain: ComponentType<{ readonly origin: Origin }>
}
