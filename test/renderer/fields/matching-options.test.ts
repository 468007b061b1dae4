import { describe, expect, it } from 'vitest'
import { matchingOptions } from '../../../renderer/fields/matching-options.ts'

const options = ['German', 'French', 'Old French', 'Español', 'Affrikaans'].map((label) => ({ label, value: label }))
const found = (text: string): readonly string[] => matchingOptions(options, text).map(({ label }) => label)

describe('the options that match a text', () => {
  it('are all options for an empty text', () => {
    expect(found(' ')).toEqual(['German', 'French', 'Old French', 'Español', 'Affrikaans'])
  })

  it('are sorted by a match at the start, at the start of a word, then elsewhere', () => {
    expect(found('fr')).toEqual(['French', 'Old French', 'Affrikaans'])
  })

  it('are found regardless of letter case and accents', () => {
    expect(found('ESPAN')).toEqual(['Español'])
    expect(found('x')).toEqual([])
  })

  it('keep their index in the list', () => {
    expect(matchingOptions(options, 'esp')[0]?.index).toBe(3)
  })
})
