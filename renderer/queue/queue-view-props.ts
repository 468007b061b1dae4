export type QueueViewProps = {
  /**
   * ID of the task or batch to open and scroll to. Null to open none. Changes when the user opens a task from a notification or the
   * sidebar.
   */
  readonly openTaskId: string | null
}
