import type { Problem } from './problem.ts'
import type { SpendingGuard } from './spending.ts'

/** What crosses IPC instead of an exception. `message` is for people; `problems` lead to fields. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false
      readonly message: string
      readonly advice: string | null
      readonly requestId: string | null
      readonly problems: readonly Problem[]
      /** Asked before credits are spent; nothing was sent. */
      readonly guards?: readonly SpendingGuard[]
    }
