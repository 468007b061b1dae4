import type { Phase } from '../../shared/task.ts'

/** The client's two connections, each with its account's ID. */
export const accountOfConnection = { default: 'first', second: 'second' } as const
export type ConnectionId = keyof typeof accountOfConnection

/** Instructions for a client of two accounts. */
export type AccountsRunOptions = {
  readonly dataDir: string
  readonly baseUrl: string
  /** The connections from the previous run, the active one first. A key occasionally belongs to the other account. */
  readonly connections: readonly { readonly id: ConnectionId; readonly apiKey: string }[]
  /** Keys that the user may enter, by the connection of their account. */
  readonly keys: readonly { readonly id: ConnectionId; readonly apiKey: string }[]
  /** Requests, each with its account. */
  readonly requests: readonly { readonly mark: string; readonly id: ConnectionId }[]
  readonly seed: number
  readonly isStorm: boolean
  readonly settleLimitInMs: number
  readonly reportTo: string
}

/** A task as a settled client reports it. */
export type AccountsTask = {
  readonly mark: string
  readonly connectionId: string
  readonly phase: Phase
  readonly idempotencyKey: string
  readonly paths: readonly string[]
}
