import type { NetworkBlock } from './fault.ts'
import type { HoldReason } from './task.ts'

/** A connection as the page sees it. Never includes the key. */
export type ConnectionView = {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly isPractice: boolean
}

/** An account other than the active one. `hasKey`: the account can be opened without entering its key again. */
export type OtherConnection = ConnectionView & { readonly hasKey: boolean }

/** Whether the service can be reached and accepts tasks. Both are true if `hold` is null and `isOnline` is true. */
export type AccountState = {
  readonly connection: ConnectionView | null
  /** Other accounts that tasks may belong to. */
  readonly others: readonly OtherConnection[]
  readonly hold: HoldReason | null
  /** The service's message about the hold, and its request ID. Null if none exists. */
  readonly holdMessage: string | null
  readonly holdRequestId: string | null
  /** When the service last rejected a request for this reason, in milliseconds since 1970. */
  readonly holdCheckedAt: number | null
  readonly isOnline: boolean
  /** Why the service can't be reached although a network is available. `isOnline` is then false. Otherwise null. */
  readonly networkBlock: NetworkBlock | null
  /** Start of the current offline period, in milliseconds since 1970. Null while online. */
  readonly offlineSince: number | null
  /** Earliest time of the next call while the service is rate limiting, in milliseconds since 1970. Otherwise null. */
  readonly slowedUntil: number | null
  /** Credits charged today in local time, as reported by the service. */
  readonly creditsToday: number
}

/** Result of a connection test: the number of capabilities and of their categories. */
export type ConnectionReport = {
  readonly capabilities: number
  readonly categories: number
}

/**
 * Outcome of connecting. If `asks` is set, nothing was changed. The key may not belong to the account whose tasks were created with another
 * key. `tasks` is the number of these tasks. If `isKeyStored` is false, the key is only in memory and must be entered again at the next
 * start. `isClipboardCleared` is true if the key was still on the clipboard and was removed.
 */
export type ConnectOutcome =
  | ({ readonly asks: null; readonly isKeyStored: boolean; readonly isClipboardCleared: boolean } & ConnectionReport)
  | { readonly asks: 'same-account'; readonly tasks: number }
