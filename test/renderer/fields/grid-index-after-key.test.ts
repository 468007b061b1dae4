import { describe, expect, it } from 'vitest'
import { gridIndexAfterKey } from '../../../renderer/fields/grid-index-after-key.ts'

describe('keys in a grid of 10 cells, 4 per row', () => {
  it.each<[string, number, number | null]>([
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 5, 9],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 2, 2],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['PageDown', 1, 9],
    ['PageUp', 9, 0],
    ['a', 3, null],
    ['constructor', 3, null]
  ])('move with %s from %i to %j', (key, place, next) => {
    expect(gridIndexAfterKey(key, place, 10, 4)).toBe(next)
  })
})
