import type { SubmissionProblem } from '../form/submission-problem.ts'
import type { SpendingGuard } from '../task/spending.ts'

/**
 * Response to an IPC request. A failure is returned as data, because exceptions don't cross IPC. `message` is shown to the user. `problems`
 * lists the fields of a form to fix.
 */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly message: string
      readonly advice: string | null
      readonly requestId: string | null
      readonly problems: readonly SubmissionProblem[]
      /** The field of a dialog to fix, such as `apiKey`. */
      readonly field?: string
      /** Why Kiln asks the user before it spends credits. Nothing was sent. */
      readonly guards?: readonly SpendingGuard[]
    }

export type FailedOutcome = Extract<Outcome<never>, { readonly ok: false }>
