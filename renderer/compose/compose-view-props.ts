import type { FormPrefill } from '../navigation/form-prefill.ts'

/** Props of a form view. Each opened form has a new React key, but `applyPrefillOnce` applies a `prefill` only once. */
export type ComposeViewProps = {
  readonly capabilityId: string
  readonly prefill: FormPrefill | null
  /** Shows all results of a capability in the library. Must be stable. */
  readonly onShowAll: (capabilityId: string) => void
}
