import type { NetworkBlock } from '../task/fault.ts'
import type { HoldReason } from '../task/task.ts'

/** A connection as the page sees it. Never includes the API key. */
export type ConnectionSummary = {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly isPractice: boolean
}

/** An account other than the active one. `hasKey` is true if the account can be opened without entering its API key again. */
export type InactiveConnection = ConnectionSummary & { readonly hasKey: boolean }

/** Why Kiln couldn't reopen the last connection. No request was sent. */
export type ConnectionProblem = 'practice-not-started' | 'key-store-slow' | 'key-unreadable' | 'key-cleared'

/** State of the active account. The service is reachable and accepts tasks if `hold` is null and `isOnline` is true. */
export type AccountState = {
  readonly connection: ConnectionSummary | null
  /** Other accounts that tasks may belong to. */
  readonly others: readonly InactiveConnection[]
  readonly hold: HoldReason | null
  /** The service's message about the hold. Null if none exists. `holdRequestId` is the ID of the request that failed. */
  readonly holdMessage: string | null
  readonly holdRequestId: string | null
  /** Why Kiln couldn't reopen the last connection. Otherwise null. */
  readonly holdProblem: ConnectionProblem | null
  /** When the service last rejected a request for the reason in `hold`, in milliseconds since 1970. Null if never. */
  readonly holdCheckedAt: number | null
  readonly isOnline: boolean
  /** Why the service can't be reached although a network is available. Null if the service is reachable or the reason is unknown. */
  readonly networkBlock: NetworkBlock | null
  /** Start of the current offline period, in milliseconds since 1970. Null while online. */
  readonly offlineSince: number | null
  /** Earliest time of the next call, in milliseconds since 1970. Null unless the service is rate limiting. */
  readonly slowedUntil: number | null
  /** Credits charged today in local time, as reported by the service. */
  readonly creditsToday: number
}

/** Result of a connection test: the number of capabilities, and the number of their categories. */
export type ConnectionTestResult = {
  readonly capabilities: number
  readonly categories: number
}

/**
 * Outcome of connecting. If `asks` is set, nothing was changed, and the user must confirm the account. The new key may belong to a
 * different account than the key of existing tasks. `tasks` is the number of these tasks. If `isKeyStored` is false, the key is only in
 * memory. It must be entered again at the next start. `isClipboardCleared` is true if the key was on the clipboard and was removed.
 */
export type ConnectOutcome =
  | ({ readonly asks: null; readonly isKeyStored: boolean; readonly isClipboardCleared: boolean } & ConnectionTestResult)
  | { readonly asks: 'same-account'; readonly tasks: number }
