import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonColumnHeadings, compareRecipeLines, diffWords } from '../../../renderer/media/recipe-differences.ts'

const recipe = (lines: Readonly<Record<string, string>>) => Object.entries(lines).map(([name, value]) => ({ name, value, isChosen: true }))

describe('compared recipes', () => {
  it('mark the lines that differ', () => {
    expect(compareRecipeLines([recipe({ Size: '1 × 1', Seed: '4' }), recipe({ Size: '1 × 1', Seed: '5' })])).toEqual([
      { name: 'Size', values: ['1 × 1', '1 × 1'], isSame: true },
      { name: 'Seed', values: ['4', '5'], isSame: false }
    ])
  })

  it('show a line that only one recipe has, in its position', () => {
    const lines = compareRecipeLines([recipe({ Size: 'a', Seed: 'b' }), recipe({ Size: 'a', Voice: 'c', Seed: 'b' })])
    expect(lines.map(({ name, values, isSame }) => [name, values, isSame])).toEqual([
      ['Size', ['a', 'a'], true],
      ['Voice', [null, 'c'], false],
      ['Seed', ['b', 'b'], true]
    ])
  })
})

describe('the column headings', () => {
  it('are titles only if the titles differ', () => {
    expect(comparisonColumnHeadings(['A sea', 'A vase'])).toEqual(['1. A sea', '2. A vase'])
    expect(comparisonColumnHeadings(['A vase', 'A vase'])).toEqual(['Result 1', 'Result 2'])
  })
})

describe('compared prompts', () => {
  const own = (text: string, other: string) =>
    diffWords(text, other)
      .filter(({ isDifferent }) => isDifferent)
      .map(({ text: words }) => words.trim())

  it('mark the words that only one prompt has', () => {
    expect(own('A red vase on stairs', 'A blue vase on the stairs')).toEqual(['red'])
    expect(own('A blue vase on the stairs', 'A red vase on stairs')).toEqual(['blue', 'the'])
    expect(own('A vase', 'a vase')).toEqual([])
    expect(own('石阶上的青瓷花瓶', '石阶上的白瓷花瓶')).toEqual(['青'])
  })

  it('lose no character of the text', () => {
    const words = fc.array(fc.constantFrom('vase', 'Vase', ' ', '\n', 'red', 'on '), { maxLength: 30 }).map((all) => all.join(''))
    fc.assert(
      fc.property(words, words, (text, other) => {
        expect(
          diffWords(text, other)
            .map((piece) => piece.text)
            .join('')
        ).toBe(text)
      })
    )
  })

  it('are marked completely if they are very long', () => {
    const long = 'word '.repeat(1100)
    expect(diffWords(long, `${long}more`)).toEqual([{ text: long, isDifferent: true }])
    expect(diffWords(long, long)).toEqual([{ text: long, isDifferent: false }])
  })
})
