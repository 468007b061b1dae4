import type { AccountState, ConnectionTestResult } from '../../shared/app/connection.ts'
import type { Secret } from './secret.ts'

/** A connection with its key in plain text. Only the studio receives it. */
export type OpenConnection = { readonly id: string; readonly baseUrl: string; readonly apiKey: string }

/** The part of the studio that the account controls. */
export type AccountStudio = {
  readonly account: () => Omit<AccountState, 'connection' | 'others' | 'holdProblem'> & { readonly connectionId: string | null }
  readonly test: (connection: OpenConnection) => Promise<ConnectionTestResult>
  readonly accountOf: (connection: Omit<OpenConnection, 'id'>, candidates: readonly string[]) => Promise<AccountMatch>
  readonly confirmSameAccount: () => void
  readonly connect: (connection: OpenConnection) => Promise<void>
  /** Follows the tasks of an account. The active account stays active. */
  readonly follow: (connection: OpenConnection) => Promise<void>
  readonly disconnect: () => Promise<void>
  /** Stops following the tasks of an account that isn't active. */
  readonly unfollow: (connectionId: string) => void
  readonly resume: () => Promise<void>
}

/**
 * The account that an API key belongs to.
 * - `known`: the account of the connection `id`.
 * - `unclear`: may be the account of the connection `id`. `tasks` counts that connection's tasks that were created with another key.
 * - `new`: an account without a connection.
 */
export type AccountMatch =
  | { readonly kind: 'known'; readonly id: string }
  | { readonly kind: 'unclear'; readonly id: string; readonly tasks: number }
  | { readonly kind: 'new' }

/** Parses the address that the user typed. Implemented in `electron/service`. */
export type ParseBaseUrl = (
  typed: string
) => { readonly ok: true; readonly baseUrl: string } | { readonly ok: false; readonly sentence: string }

/** Starts and stops the embedded practice service. If the service is already running, `start` returns its URL and key. */
export type PracticeLauncher = {
  readonly start: () => Promise<{ readonly baseUrl: string; readonly key: Secret }>
  readonly stop: () => Promise<void>
}
