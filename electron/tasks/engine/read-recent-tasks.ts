import type { CallOutcome, RecentTask, ServiceClient } from '../ports.ts'

const nearLimit = 100
const farLimit = 1_000

type Reading = Extract<CallOutcome<readonly RecentTask[]>, { readonly ok: true }> & {
  /** The first page, for display. `value` may go further back. */
  readonly newest: readonly RecentTask[]
}
export type RecentTasksResult = Reading | Extract<CallOutcome<never>, { readonly ok: false }>
export type RecentTasksReader = (client: ServiceClient, isThere: (recent: readonly RecentTask[]) => boolean) => Promise<RecentTasksResult>

/**
 * Returns a function that requests the recent tasks. If a full list lacks the expected tasks (`isThere` returns false), the function
 * requests a longer list. Many other tasks may have been created since. Creation times are ignored, because a clock can be wrong.
 */
export function createRecentTasksReader(signal: AbortSignal): RecentTasksReader {
  /** Clients whose service rejects the request for a longer list. */
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
