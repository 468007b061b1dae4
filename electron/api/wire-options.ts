import type { Agent } from 'undici'

/**
 * Options of every dispatcher. At most 128 sockets to one origin: beyond that, requests have to slow down instead of filling a hidden
 * queue.
 */
export const wireOptions = {
  allowH2: false,
  pipelining: 1,
  connections: 128,
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000
} as const satisfies Agent.Options
