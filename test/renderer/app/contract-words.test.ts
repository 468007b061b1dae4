import { describe, expect, it } from 'vitest'
import { contractWords } from '../../../renderer/app/contract-words.ts'

const change = (...sentences: string[]) => ({ id: 1, at: 0, sentences, isSeen: false })

describe('a changed contract in a notice', () => {
  it('is said in one sentence, the rest counted', () => {
    expect(contractWords([change('3 new capabilities: A, B and C.')])).toBe('3 new capabilities: A, B and C.')
    expect(contractWords([change('1 new capability: A.', 'Face swap has a new required field: “Mood”.')])).toBe(
      '1 new capability: A; Face swap has a new required field: “Mood”.'
    )
    expect(contractWords([change('One.', 'Two.', 'Three.')])).toBe('One; Two; and 1 more change.')
    expect(contractWords([change('One.'), change('Two.', 'Three.', 'Four.')])).toBe('One; Two; and 2 more changes.')
  })
})
