import type { Phase } from '../../shared/task/task.ts'

/** The account ID for each of the client's two connection IDs. */
export const accountIdsByConnection = { default: 'first', second: 'second' } as const
export type ConnectionId = keyof typeof accountIdsByConnection

/** Options for the child process, which uses two accounts. */
export type AccountsRunOptions = {
  readonly dataDir: string
  readonly baseUrl: string
  /** The connections to open, the active one first. An API key occasionally belongs to the other account. */
  readonly connections: readonly { readonly id: ConnectionId; readonly apiKey: string }[]
  /** The valid API keys, each with its account's connection. */
  readonly keys: readonly { readonly id: ConnectionId; readonly apiKey: string }[]
  /** The requests to submit, each with the connection of its account. `mark`: the unique prompt, which identifies the request. */
  readonly requests: readonly { readonly mark: string; readonly id: ConnectionId }[]
  readonly seed: number
  readonly isStorm: boolean
  readonly settleLimitInMs: number
  readonly reportTo: string
}

/** A task in the child process's final report. */
export type ReportedAccountTask = {
  readonly mark: string
  readonly connectionId: string
  readonly phase: Phase
  readonly idempotencyKey: string
  readonly paths: readonly string[]
}
