import type { Agent } from 'undici'

/** Options of every dispatcher. At most 128 sockets to one origin: beyond that the pace has to give, not a hidden queue grow. */
export const wireOptions = {
  allowH2: false,
  pipelining: 1,
  connections: 128,
  connectTimeout: 10_000,
  headersTimeout: 60_000,
  bodyTimeout: 60_000
} as const satisfies Agent.Options
