import { describe, expect, it } from 'vitest'
import { createHighlighter } from '../../../../renderer/gallery/search/highlight.ts'
import { foldForSearch, tokenizeText } from '../../../../renderer/search/search-terms.ts'

/** Returns the text with highlights in brackets. */
function marked(query: string, text: string): string {
  let result = ''
  let end = 0
  for (const [from, to] of createHighlighter(query)(text)) {
    result += `${text.slice(end, from)}[${text.slice(from, to)}]`
    end = to
  }
  return result + text.slice(end)
}

describe('highlighting matches', () => {
  it.each([
    ['image', 'Image generator', '[Image] generator'],
    ['gen im', 'Image generator', '[Im]age [gen]erator'],
    ['seed', 'seed and seeds', '[seed] and [seed]s'],
    ['face', 'referenceFaceImageUrl', 'reference[Face]ImageUrl'],
    ['lipsync', 'Lip sync, twice', '[Lip sync], twice'],
    ['v', 'Video observed', '[V]ideo observed'],
    ['groß', 'Übergröße', 'Über[größ]e'],
    ['nothing', 'A seed', 'A seed']
  ])('of %s works in %s', (query, text, expected) => {
    expect(marked(query, text)).toBe(expected)
  })

  it.each([
    ['vidoe', 'Text to video', 'Text to [video]'],
    ['upcsal', 'Video upscaler', 'Video [upscal]er'],
    ['upscailer', 'Upscalers', '[Upscaler]s'],
    ['lipsinc', 'Lip sync', '[Lip sync]']
  ])('of %s works for similar spelling in %s', (query, text, expected) => {
    expect(marked(query, text)).toBe(expected)
  })

  it('merges adjacent matches', () => {
    expect(marked('re face', 'refaced')).toBe('[reface]d')
    expect(marked('upscale up', 'Upscaler')).toBe('[Upscale]r')
  })
})

describe('tokens', () => {
  it('have the correct positions in any script', () => {
    expect(tokenizeText('Text-to-Video (2.0)').map(({ word, from }) => `${word}@${from}`)).toEqual([
      'text@0',
      'to@5',
      'video@8',
      '2@15',
      '0@17'
    ])
    expect(tokenizeText('音楽 Étude 🏺 naïve').map(({ word, from }) => [word, from])).toEqual([
      ['音楽', 0],
      ['etude', 3],
      ['naive', 12]
    ])
  })

  it('keep their length when they are converted to lowercase', () => {
    for (const text of ['İstanbul', 'STRASSE', 'ǅ', 'Ærø', '🏺', 'ﬁn']) expect(foldForSearch(text)).toHaveLength(text.length)
  })
})
