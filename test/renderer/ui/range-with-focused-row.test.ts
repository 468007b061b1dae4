import { describe, expect, it } from 'vitest'
import { rangeWithFocusedRow } from '../../../renderer/ui/range-with-focused-row.ts'

const range = { startIndex: 4, endIndex: 6, overscan: 1, count: 20 }

describe('the rendered rows of a list', () => {
  it('include the given row, in the order of the list', () => {
    expect(rangeWithFocusedRow(range, 1)).toEqual([1, 3, 4, 5, 6, 7])
    expect(rangeWithFocusedRow(range, 12)).toEqual([3, 4, 5, 6, 7, 12])
  })

  it('are only the usual ones if the given row is among them or missing', () => {
    expect(rangeWithFocusedRow(range, 5)).toEqual([3, 4, 5, 6, 7])
    expect(rangeWithFocusedRow(range, -1)).toEqual([3, 4, 5, 6, 7])
  })
})
