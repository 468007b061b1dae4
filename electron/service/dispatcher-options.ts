import type { Agent } from 'undici'

/**
 * Options of every dispatcher. `connections`: maximum number of sockets to one origin. `DispatcherResolver` explains why HTTP/2 is
 * disabled.
 */
export const dispatcherOptions = {
  allowH2: false,
  pipelining: 1,
  connections: 128,
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000
} as const satisfies Agent.Options
