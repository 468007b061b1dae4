import { describe, expect, it, onTestFinished } from 'vitest'
import { type RowChecker, checkRows } from '../../../../electron/forms/batch/check-rows.ts'
import { aCapability } from '../../../renderer/gallery/a-capability.ts'

describe('a batch check', () => {
  it('yields to the event loop after each slow row', async () => {
    let rowsInTurn = 0
    let mostRowsInTurn = 0
    let immediate = setImmediate(function countTurn() {
      rowsInTurn = 0
      immediate = setImmediate(countTurn)
    })
    onTestFinished(() => clearImmediate(immediate))
    const check: RowChecker = async () => {
      rowsInTurn += 1
      mostRowsInTurn = Math.max(mostRowsInTurn, rowsInTurn)
      const until = performance.now() + 15
      while (performance.now() < until);
      return Promise.resolve({ ok: false, problems: [] })
    }
    const rows = Array.from({ length: 40 }, (_, place) => ({
      name: { code: 'row', params: { row: place } } as const,
      values: { prompt: String(place) },
      unread: []
    }))
    const checked = await checkRows(rows, {
      capability: aCapability({ id: 'made' }),
      check,
      onProgress: () => undefined,
      signal: new AbortController().signal
    })
    expect(checked.map(({ row, name }) => [row, name])).toEqual(
      rows.map((_, place) => [place + 1, { code: 'row', params: { row: place } }])
    )
    // Two rows can share a turn of the event loop. One follows a pause, and the other precedes the next pause.
    expect(mostRowsInTurn).toBeLessThanOrEqual(2)
  })
})
