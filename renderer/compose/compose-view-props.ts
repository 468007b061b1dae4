import type { FormPrefill } from '../navigation/form-prefill.ts'

/** Props of a form view. Each opening has a new React key. So the form is filled from `prefill` only once. */
export type ComposeViewProps = {
  readonly capabilityId: string
  readonly prefill: FormPrefill | null
  /** Opens a result in the viewer. */
  readonly onOpenResult: (itemId: string) => void
  /** Opens the queue at this task. */
  readonly onOpenTask: (taskId: string) => void
  /** Opens the face selection of this task. */
  readonly onChooseFaces: (taskId: string) => void
  /** Opens the account view, where the daily limit is set. */
  readonly onOpenAccount: () => void
  /** Opens the connect dialog, so that the user can replace a key that prevents sending. */
  readonly onReplaceKey: () => void
  /** Returns to the gallery if the service no longer has this capability. */
  readonly onLeave: () => void
}
