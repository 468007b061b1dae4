import { expect, it } from 'vitest'
import { pageRequests, pathRequests } from '../../shared/ipc/ipc.ts'
import { fuzzIpc } from './ipc.ts'

it('200 hostile payloads per channel get plain error messages, reveal nothing, and change nothing', { timeout: 600_000 }, async () => {
  const channels = Object.keys({ ...pageRequests, ...pathRequests }).length
  const report = await fuzzIpc({ perChannel: 200, seed: 6 })
  expect(report.faults).toEqual([])
  expect(report.channels).toBe(channels)
  expect(report.hadToBeRefused).toBeGreaterThan(100 * channels)
  expect(report.refusedInWords).toBeGreaterThan(500)
})
