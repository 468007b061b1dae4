import type { ComponentType } from 'react'
import type { Task } from '../../shared/task.ts'
import type { InputPlace } from '../bridge/input-places.ts'

export type ViewerViewProps = {
  /** A library item: `Result.id` of the task that made it. The task is found in the task store. */
  readonly itemId: string
  /** Ids of what one goes through with previous and next, in their order; null: all that was made, newest first. */
  readonly among: readonly string[] | null
  readonly onBack: () => void
  /** Opens the form with all that made this, to change something. */
  readonly onRemix: (taskId: string) => void
  /** Shows another result in place of this one. */
  readonly onShow: (itemId: string) => void
  /** Opens the queue at the task that made this. */
  readonly onOpenTask: (taskId: string) => void
  /** Shows two to four results side by side. */
  readonly onCompare: (itemIds: readonly string[]) => void
  /** Opens the form of a capability with this result in one of its fields. */
  readonly onUse: (place: InputPlace, itemIds: readonly string[]) => void
  /** The button that sends the same once more, with its price and what is asked before it spends. */
  readonly RunAgain: ComponentType<{ readonly task: Task }>
}
