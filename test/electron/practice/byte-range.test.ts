import { describe, expect, it } from 'vitest'
import { parseRangeHeader } from '../../../electron/practice/byte-range.ts'

describe('a Range header', () => {
  it.each([
    ['bytes=0-4', { start: 0, end: 4 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-30', { start: 0, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['items=0-4', null],
    [undefined, null]
  ])('%s for ten bytes means %j', (header, range) => {
    expect(parseRangeHeader(header, 10)).toEqual(range)
  })
})
