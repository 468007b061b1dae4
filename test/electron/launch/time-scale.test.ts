import { expect, test } from 'vitest'
import { timeScaleFrom } from '../../../electron/launch/time-scale.ts'

test.each([
  ['0.1', 0.1],
  ['1', 1],
  ['0', 1],
  ['-0.5', 1],
  ['2', 1],
  ['fast', 1],
  ['', 1],
  [undefined, 1]
])('KILN_TIME_SCALE %j scales the waits of a copy that runs from source by %d', (value, expected) => {
  expect(timeScaleFrom({ environment: { KILN_TIME_SCALE: value }, isPackaged: false })).toBe(expected)
})

test('a packaged Kiln ignores KILN_TIME_SCALE', () => {
  expect(timeScaleFrom({ environment: { KILN_TIME_SCALE: '0.1' }, isPackaged: true })).toBe(1)
})
