import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText, parseJsonText } from '../../../renderer/fields/json-text.ts'
import { randomSeed } from '../../../renderer/fields/random-seed.ts'
import { parseTypedNumber } from '../../../renderer/fields/parse-typed-number.ts'
import { markUnfinishedJson } from '../../../shared/form/fields.ts'

describe('a typed number', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['42', 42],
    ['+7', 7],
    ['-1.5', -1.5],
    ['1,5', 1.5],
    ['.5', 0.5],
    ['30,000', 30_000],
    ['-1,234,567.5', -1_234_567.5],
    ['0,125', 0.125],
    ['1.', 1],
    ['12a', '12a'],
    ['1e5', '1e5'],
    ['0x10', '0x10'],
    ['-', '-']
  ])('with the text %j is read as %j', (text, value) => {
    expect(parseTypedNumber(text)).toBe(value)
  })
})

describe('a random seed', () => {
  it('is a whole number within the bounds, both ends included', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(random, (chance) => {
        const seed = randomSeed(0, 2147483647, chance)
        expect(Number.isInteger(seed) && seed >= 0 && seed <= 2147483647).toBe(true)
      })
    )
    expect(randomSeed(0, 2147483647, 0)).toBe(0)
    expect(randomSeed(0, 2147483647, 1 - Number.EPSILON / 2)).toBe(2147483647)
  })
})

describe('the JSON editor', () => {
  it('accepts JSON, and has no value if it is empty', () => {
    expect(parseJsonText('{"a":[1,null]}')).toEqual({ ok: true, value: { a: [1, null] } })
    expect(parseJsonText(' \n ')).toEqual({ ok: true, value: undefined })
  })

  it('reports the position of a syntax error', () => {
    expect(parseJsonText('{\n  "a": 1,\n}')).toMatchObject({
      ok: false,
      fault: { line: 3, column: 1, reason: 'Remove the extra comma before “}”.' }
    })
  })

  it('shows a value that is read back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = jsonText(value as never)
        if (value !== null && typeof value !== 'string')
          expect(parseJsonText(text)).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) })
      })
    )
    expect(jsonText(markUnfinishedJson('{ "half'))).toBe('{ "half')
  })
})
