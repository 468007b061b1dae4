import { expect, it } from 'vitest'
import { fuzzAppProtocol } from './app-protocol.ts'

it('5,000 requests for other files, hosts, pages and ranges return nothing they shouldn’t', { timeout: 300_000 }, async () => {
  const report = await fuzzAppProtocol({ requests: 5_000, seed: 6 })
  expect(report.faults).toEqual([])
  expect(report.unsendable).toBeLessThan(2_500)
  // The handler accepted some requests, rejected others, and sent partial responses to others.
  for (const status of [200, 206, 403, 404, 405, 416]) expect([status, report.statuses[status] ?? 0]).not.toEqual([status, 0])
})
