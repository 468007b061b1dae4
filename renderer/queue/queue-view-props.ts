export type QueueViewProps = {
  /** The task to open and bring into sight; null: none. Changes when a notification or the sidebar leads here. */
  readonly openTaskId: string | null
  readonly onOpenResult: (itemId: string) => void
  /** Opens the form with the values of this task again, as a new task ("change and run again"). */
  readonly onSendAgain: (taskId: string) => void
  /** Opens the choice of faces of this task. */
  readonly onChooseFaces: (taskId: string) => void
  readonly onReplaceKey: () => void
  /** Opens the account, where the limit of the day is. */
  readonly onOpenAccount: () => void
  /** Looks where the way to the service fails. */
  readonly onCheckConnection: () => void
  /** For the empty queue. */
  readonly onOpenGallery: () => void
}
