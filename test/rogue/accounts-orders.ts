import type { Phase } from '../../shared/task.ts'

/** The two connections of the client, and the account that each belongs to. */
export const homes = { default: 'first', second: 'second' } as const
export type ConnectionId = keyof typeof homes

/** Instructions for a client of two accounts. */
export type AccountsOrders = {
  readonly dataDir: string
  readonly baseUrl: string
  /** The connections as they were left, the active one first; now and then with a key of the other account. */
  readonly connections: readonly { readonly id: ConnectionId; readonly apiKey: string }[]
  /** Keys that a person may enter, by the connection whose account they belong to. */
  readonly keys: readonly { readonly id: ConnectionId; readonly apiKey: string }[]
  /** What is asked for, each in its account. */
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
