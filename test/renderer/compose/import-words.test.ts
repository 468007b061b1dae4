import { describe, expect, it } from 'vitest'
import { importWords } from '../../../renderer/compose/import-words.ts'
import { mendedWords } from '../../../renderer/compose/mended-words.ts'

describe('presets that were taken in', () => {
  const none = { taken: 0, alreadyThere: 0, renamed: [], refused: [] }
  it('are counted, and what did not go well is named', () => {
    expect(importWords(none)).toEqual({ title: 'No preset was taken in', lines: [] })
    expect(importWords({ ...none, taken: 1, alreadyThere: 1 }).title).toBe('1 preset taken in, 1 was there already')
    expect(
      importWords({
        taken: 2,
        alreadyThere: 0,
        renamed: [{ name: 'Quiet', newName: 'Quiet (2)' }],
        refused: [{ name: 'Torn', why: 'its values can’t be read.' }]
      })
    ).toEqual({
      title: '2 presets taken in',
      lines: ['“Torn” was left out: its values can’t be read.', '“Quiet” is called “Quiet (2)” here, since you have one of that name.']
    })
  })
})

describe('what was mended', () => {
  it('is said as long as it is short', () => {
    expect(mendedWords(['One.'])).toBe('One.')
    expect(mendedWords(['One.', 'Two.'])).toBe('One. Two.')
    expect(mendedWords(['One.', 'Two.', 'Three.'])).toBe('One. 2 more values were mended.')
  })
})
