import { describe, expect, it } from 'vitest'
import { createTextMatcher } from '../../../shared/i18n/create-text-matcher.ts'

const missing = '{file} can’t be found.'
const rows = '{count, plural, one {# row} other {# rows}} {count, plural, one {was} other {were}} skipped in {table}.'
const match = createTextMatcher(new Set([missing, rows, 'Try again.']), { '{file} is gone.': missing, 'Try once more.': 'Try again.' })

describe('a matched text', () => {
  it.each([
    ['a (1).png can’t be found.', missing, { file: 'a (1).png' }],
    ['1 row was skipped in t.csv.', rows, { count: 1, table: 't.csv' }],
    ['1,200 rows were skipped in t.csv.', rows, { count: 1200, table: 't.csv' }],
    ['Try again.', 'Try again.', {}]
  ])('has its template and values: %s', (text, template, values) => {
    expect(match(text)).toEqual({ template, values })
  })

  it('has the last wording of a former one', () => {
    expect(match('vase.png is gone.')).toEqual({ template: missing, values: { file: 'vase.png' } })
    expect(match('Try once more.')).toEqual({ template: 'Try again.', values: {} })
  })

  it('has the template with the most fixed words', () => {
    const long = '{file} is gone and was gone before: it is gone.'
    const found = createTextMatcher(new Set(['{file} is gone.', long]), {})('x is gone and was gone before: it is gone.')
    expect(found).toEqual({ template: long, values: { file: 'x' } })
  })

  it('is null if it isn’t a text of Kiln', () => {
    expect(match('line art.png')).toBeNull()
    expect(match('constructor')).toBeNull()
  })
})
