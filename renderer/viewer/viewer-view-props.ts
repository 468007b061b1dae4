export type ViewerViewProps = {
  /** A library item: `Result.id` of the task that made it. The task is found in the task store. */
  readonly itemId: string
  readonly onBack: () => void
  /** Opens the form with all that made this, to change something. */
  readonly onRemix: (taskId: string) => void
  /** Shows another result in place of this one. */
  readonly onShow: (itemId: string) => void
  /** Opens the queue at the task that made this. */
  readonly onOpenTask: (taskId: string) => void
}
