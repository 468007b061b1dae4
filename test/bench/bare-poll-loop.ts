import { Pool } from 'undici'

/** Queries per second, and the CPU time of this process per query in milliseconds. */
export type BarePolling = { readonly rate: number; readonly cpuPerQueryInMs: number }

/**
 * Polls with undici alone, at a fixed rate. Parses each response and discards it. This is the minimum cost of any poller in this process on
 * this machine. `forInMs` is the duration of the measurement.
 */
export async function measureBarePolling(options: {
  readonly baseUrl: string
  readonly queriesPerSecond: number
  readonly concurrency: number
  readonly forInMs: number
}): Promise<BarePolling> {
  const { baseUrl, queriesPerSecond, concurrency, forInMs } = options
  const pool = new Pool(baseUrl, { connections: concurrency })
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  let sent = 0
  const pending = new Set<Promise<void>>()
  for (let elapsed = 0; elapsed < forInMs; elapsed = performance.now() - startedAt) {
    const due = Math.min((elapsed / 1_000) * queriesPerSecond, sent + concurrency - pending.size)
    for (; sent < due; sent += 1) {
      const query = queryOnce(pool, `bare-${sent % 10_000}`).then(() => void pending.delete(query))
      pending.add(query)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(pending)
  const used = process.cpuUsage(cpu)
  const seconds = (performance.now() - startedAt) / 1_000
  await pool.close()
  return { rate: sent / seconds, cpuPerQueryInMs: (used.user + used.system) / 1_000 / sent }
}

async function queryOnce(pool: Pool, taskId: string): Promise<void> {
  const { body } = await pool.request({
    method: 'POST',
    path: '/query',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench' },
    body: JSON.stringify({ taskId })
  })
  await body.json()
}
