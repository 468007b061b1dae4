import type { AccountState, ConnectionTestResult } from '../../shared/app/connection.ts'
import type { ServiceClient, ToolClient } from '../tasks/ports.ts'
import type { Secret } from './secret.ts'

/** A base URL and its API key, as typed or stored. */
export type ServiceCredentials = { readonly baseUrl: string; readonly apiKey: Secret }

/** A stored connection with its key. */
export type RestoredConnection = ServiceCredentials & { readonly id: string }

/** Parsed credentials with the clients that use them. Opened once, then tested, saved and connected. */
export type ServiceConnection = ServiceCredentials & { readonly client: ServiceClient; readonly tools: ToolClient }

/** The part of the studio that the account controls. */
export type AccountStudio = {
  readonly account: () => Omit<AccountState, 'connection' | 'others' | 'holdProblem'> & { readonly connectionId: string | null }
  /** Parses the credentials and opens the clients. Sends nothing. @throws UserFacingError with the field to fix. */
  readonly openService: (credentials: ServiceCredentials) => ServiceConnection
  readonly test: (service: ServiceConnection, signal?: AbortSignal) => Promise<ConnectionTestResult>
  readonly accountOf: (service: ServiceConnection, candidates: readonly string[], signal?: AbortSignal) => Promise<AccountMatch>
  readonly confirmSameAccount: () => void
  readonly connect: (connectionId: string, service: ServiceConnection) => Promise<void>
  /** Follows an account's tasks without making the account active. */
  readonly follow: (connectionId: string, service: ServiceConnection) => Promise<void>
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

/** Starts and stops the embedded practice service. If the service is already running, `start` returns its credentials. */
export type PracticeLauncher = {
  readonly start: () => Promise<ServiceCredentials>
  readonly stop: () => Promise<void>
}
