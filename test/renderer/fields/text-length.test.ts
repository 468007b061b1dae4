import { describe, expect, it } from 'vitest'
import { countCharacters, overflowOffset } from '../../../renderer/fields/text-length.ts'

describe('the length of a text', () => {
  it('counts an emoji outside the basic plane once', () => {
    expect(countCharacters('vase 🏺')).toBe(6)
  })

  it('exceeds a limit only by characters after it', () => {
    expect(overflowOffset('a'.repeat(800), 800)).toBeNull()
    expect(overflowOffset('a'.repeat(801), 800)).toBe(800)
    expect(overflowOffset('anything', null)).toBeNull()
  })

  it('never splits a character', () => {
    expect(overflowOffset('🏺🏺🏺', 2)).toBe(4)
    expect(overflowOffset('🏺🏺', 2)).toBeNull()
  })
})
