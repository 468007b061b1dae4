import { describe, expect, it } from 'vitest'
import { contractText } from '../../../renderer/app/contract-text.ts'

const change = (...sentences: string[]) => ({ id: 1, at: 0, sentences, isSeen: false })

describe('a changed contract in a notification', () => {
  it('is described by its first changes, and the others are counted', () => {
    expect(contractText([change('3 new capabilities: A, B and C.')])).toBe('3 new capabilities: A, B and C.')
    expect(contractText([change('1 new capability: A.', 'Face swap has a new required field: “Mood”.')])).toBe(
      '1 new capability: A. Face swap has a new required field: “Mood”.'
    )
    expect(contractText([change('One.', 'Two.', 'Three.')])).toBe('One. Two. 1 more change.')
    expect(contractText([change('One.'), change('Two.', 'Three.', 'Four.')])).toBe('One. Two. 2 more changes.')
  })
})
