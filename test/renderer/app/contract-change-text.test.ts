import { describe, expect, it } from 'vitest'
import { contractChangeText } from '../../../renderer/app/contract-change-text.ts'

const change = (...sentences: string[]) => ({ id: 1, at: 0, sentences, isSeen: false })

describe('a changed contract in a notification', () => {
  it('is described by its first changes, and the others are counted', () => {
    expect(contractChangeText([change('3 new capabilities: A, B and C.')])).toBe('3 new capabilities: A, B and C.')
    expect(contractChangeText([change('1 new capability: A.', 'Face swap has a new required field: “Mood”.')])).toBe(
      '1 new capability: A. Face swap has a new required field: “Mood”.'
    )
    expect(contractChangeText([change('One.', 'Two.', 'Three.')])).toBe('One. Two. 1 more change.')
    expect(contractChangeText([change('One.'), change('Two.', 'Three.', 'Four.')])).toBe('One. Two. 2 more changes.')
  })
})
