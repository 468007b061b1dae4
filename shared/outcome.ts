import type { Problem } from './problem.ts'
import type { SpendingGuard } from './spending.ts'

/** Response to a request. It crosses IPC in place of an exception. `message` is for the user. Each of the `problems` points to a field. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly message: string
      readonly advice: string | null
      readonly requestId: string | null
      readonly problems: readonly Problem[]
      /** Questions to answer before credits are spent. Nothing was sent. */
      readonly guards?: readonly SpendingGuard[]
    }
