export type QueueViewProps = {
  /** The task to open and scroll to. Null for none. Changes when the user comes from a notification or the sidebar. */
  readonly openTaskId: string | null
  readonly onOpenResult: (itemId: string) => void
  /** Opens the form with this task's values, as a new task ("change and run again"). */
  readonly onSendAgain: (taskId: string) => void
  /** Opens the choice of faces of this task. */
  readonly onChooseFaces: (taskId: string) => void
  readonly onReplaceKey: () => void
  /** Opens the account, which has the daily limit. */
  readonly onOpenAccount: () => void
  /** Checks where the connection to the service fails. */
  readonly onCheckConnection: () => void
  /** For the empty queue. */
  readonly onOpenGallery: () => void
}
