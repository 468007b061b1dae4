import type { Answer, RecentTask, ServiceClient } from '../core/ports.ts'

const nearLimit = 100
const farLimit = 1_000

type Reading = Extract<Answer<readonly RecentTask[]>, { readonly ok: true }> & {
  /** What one look shows, for a person; `value` may reach further back. */
  readonly newest: readonly RecentTask[]
}
export type RecentReading = Reading | Extract<Answer<never>, { readonly ok: false }>
export type RecentReader = (client: ServiceClient, isThere: (recent: readonly RecentTask[]) => boolean) => Promise<RecentReading>

/**
 * Reads the recent tasks. A full list ends somewhere: where what is looked for is not on it (`isThere`), more is asked for, since many others can
 * have been made after it. When it was made decides nothing here, since a clock can be wrong.
 */
export function createRecentReader(signal: AbortSignal): RecentReader {
  /** Their service has said that it gives no more. */
  const giveNoMore = new WeakSet<ServiceClient>()

  return async (client, isThere) => {
    const near = await client.recentTasks({ limit: nearLimit, signal })
    if (!near.ok) return near
    const asShown = { ...near, newest: near.value }
    if (near.value.length < nearLimit || giveNoMore.has(client) || isThere(near.value)) return asShown
    const far = await client.recentTasks({ limit: farLimit, signal })
    if (far.ok) return far.value.length > near.value.length ? { ...far, newest: near.value } : asShown
    if (far.fault.httpStatus !== 400 && far.fault.httpStatus !== 422) return far
    giveNoMore.add(client)
    return asShown
  }
}
