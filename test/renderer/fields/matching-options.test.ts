import { describe, expect, it } from 'vitest'
import { matchingOptions } from '../../../renderer/fields/matching-options.ts'

const options = ['German', 'French', 'Old French', 'Español', 'Affrikaans'].map((label) => ({ label, value: label }))
const found = (text: string): readonly string[] => matchingOptions(options, text).map(({ label }) => label)

describe('the options that a text finds', () => {
  it('are all of them for nothing', () => {
    expect(found(' ')).toEqual(['German', 'French', 'Old French', 'Español', 'Affrikaans'])
  })

  it('are those that begin with it, then those with a word that does, then the others', () => {
    expect(found('fr')).toEqual(['French', 'Old French', 'Affrikaans'])
  })

  it('are found whatever the case and the accents', () => {
    expect(found('ESPAN')).toEqual(['Español'])
    expect(found('x')).toEqual([])
  })

  it('keep their place in the list', () => {
    expect(matchingOptions(options, 'esp')[0]?.index).toBe(3)
  })
})
