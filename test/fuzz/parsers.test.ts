import { expect, it } from 'vitest'
import { fuzzParsers, totalParserShare } from './parsers.ts'

it('20,000 mutated inputs are read or rejected by every parser within bounds', { timeout: 600_000 }, async () => {
  const reports = await fuzzParsers({ inputs: 20_000, seed: 6 })
  expect(reports.flatMap(({ faults }) => faults)).toEqual([])
  // Every parser returned at least two different results. None accepted or rejected all inputs in the same way.
  expect(reports.filter(({ readAs }) => readAs < 2)).toEqual([])
  expect(reports.reduce((sum, { inputs }) => sum + inputs, 0)).toBeGreaterThanOrEqual(20_000)
  expect(totalParserShare).toBe(1_000_000)
})
