import { describe, expect, it } from 'vitest'
import { presetImportText } from '../../../renderer/compose/preset-import-text.ts'
import { coercedValuesText } from '../../../renderer/compose/coerced-values-text.ts'

describe('imported presets', () => {
  const none = { imported: 0, alreadyThere: 0, renamed: [], refused: [] }
  it('are counted, and problems are listed by name', () => {
    expect(presetImportText(none)).toEqual({ title: 'No presets imported', lines: [] })
    expect(presetImportText({ ...none, imported: 1, alreadyThere: 1 }).title).toBe('1 preset imported, 1 duplicate skipped')
    expect(
      presetImportText({
        imported: 2,
        alreadyThere: 0,
        renamed: [{ name: 'Quiet', newName: 'Quiet (2)' }],
        refused: [{ name: 'Torn', why: 'Kiln can’t read its values.' }]
      })
    ).toEqual({
      title: '2 presets imported',
      lines: ['“Torn” was skipped. Kiln can’t read its values.', '“Quiet” already exists, so this preset was imported as “Quiet (2)”.']
    })
  })
})

describe('the text about adjusted values', () => {
  it('lists a few adjustments, and counts the others', () => {
    expect(coercedValuesText(['One.'])).toBe('One.')
    expect(coercedValuesText(['One.', 'Two.'])).toBe('One. Two.')
    expect(coercedValuesText(['One.', 'Two.', 'Three.'])).toBe('One. 2 more values were adjusted.')
  })
})
