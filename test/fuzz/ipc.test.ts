import { expect, it } from 'vitest'
import { ipcRequestNames } from '../../shared/ipc/ipc-names.ts'
import { fuzzIpc } from './ipc.ts'

it('200 hostile payloads per channel get plain error messages, reveal nothing, and change nothing', { timeout: 600_000 }, async () => {
  const report = await fuzzIpc({ perChannel: 200, seed: 6 })
  expect(report.faults).toEqual([])
  expect(report.channels).toBe(ipcRequestNames.length)
  expect(report.hadToBeRefused).toBeGreaterThan(100 * ipcRequestNames.length)
  expect(report.refusedInWords).toBeGreaterThan(500)
})
