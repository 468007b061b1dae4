export type QueueViewProps = {
  /**
   * ID of the task or batch to open and scroll to. Null to open none. Changes when the user opens a task from a notification or the
   * sidebar.
   */
  readonly openTaskId: string | null
  readonly onOpenResult: (itemId: string) => void
  /** Opens the form with this task's values, as a new task ("Edit and resend"). */
  readonly onSendAgain: (taskId: string) => void
  /** Opens the face selection of this task. */
  readonly onChooseFaces: (taskId: string) => void
  readonly onReplaceKey: () => void
  /** Opens the account view, which shows the daily limit. */
  readonly onOpenAccount: () => void
  /** Checks where the connection to the service fails. */
  readonly onCheckConnection: () => void
  /** Opens the gallery from the empty queue. */
  readonly onOpenGallery: () => void
}
