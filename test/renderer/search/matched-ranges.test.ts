import { describe, expect, it } from 'vitest'
import { matchedRanges } from '../../../renderer/search/matched-ranges.ts'

describe('the matching parts of a text', () => {
  it('are where the typed words are, in order', () => {
    expect(matchedRanges('Daily limit', ['lim'])).toEqual([[6, 9]])
    expect(matchedRanges('Keyboard shortcuts', ['short', 'key'])).toEqual([
      [0, 3],
      [9, 14]
    ])
    expect(matchedRanges('键盘快捷键', ['快捷'])).toEqual([[2, 4]])
  })

  it('are empty if no word matches', () => {
    expect(matchedRanges('Theme', ['proxy'])).toEqual([])
    expect(matchedRanges('Theme', [])).toEqual([])
  })
})
