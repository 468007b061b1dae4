import { describe, expect, it } from 'vitest'
import { newsInWords } from '../../../renderer/fields/use-field-news.ts'

const labels = (...names: readonly string[]) => new Map(names.map((name) => [name, name.toUpperCase()]))

describe('fields that come and go', () => {
  it.each([
    [labels('a'), labels('a'), ''],
    [labels('a'), labels('a', 'b'), '“B” is asked for now.'],
    [labels('a', 'b'), labels('a'), '“B” is not asked for any more.'],
    [labels('a', 'b'), labels('a', 'c', 'd'), '“C” and “D” are asked for now. “B” is not asked for any more.']
  ])('%# are said', (before, now, words) => {
    expect(newsInWords(before, now)).toBe(words)
  })
})
