import type { Obstacle } from './fault.ts'
import type { HoldReason } from './task.ts'

/** A connection as the page may know it; the key is never part of it. */
export type ConnectionView = {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly isPractice: boolean
}

/** Whether the service can be reached and will take work. `hold` null and `isOnline` true: all is well. */
export type AccountState = {
  readonly connection: ConnectionView | null
  /** Those besides it that tasks may belong to. */
  readonly others: readonly ConnectionView[]
  readonly hold: HoldReason | null
  /** The service's words behind the hold, with its request id. */
  readonly holdMessage: string | null
  readonly holdRequestId: string | null
  readonly isOnline: boolean
  /** What stands between this computer and the service, where it is more than a network that is not there; `isOnline` is false then. */
  readonly obstacle: Obstacle | null
  /** When the network was last lost, in milliseconds since 1970. */
  readonly offlineSince: number | null
  /** Set while the service asks us to slow down: when the next call may leave. */
  readonly slowedUntil: number | null
  /** Credits charged today, as the service answered, in local time. */
  readonly creditsToday: number
}

/** What a connection test found. */
export type ConnectionReport = {
  readonly capabilities: number
  readonly categories: number
}

/**
 * What came of connecting. `asks`: nothing was changed, since nothing shows that the key belongs to the account for which `tasks` were made with
 * another key. `isKeyStored` false: the key is in memory only and asked for again at the next start. `isClipboardCleared`: the key was still on
 * the clipboard, and was taken off it.
 */
export type ConnectOutcome =
  | ({ readonly asks: null; readonly isKeyStored: boolean; readonly isClipboardCleared: boolean } & ConnectionReport)
  | { readonly asks: 'same-account'; readonly tasks: number }
