import { describe, expect, it } from 'vitest'
import { contractChangeText } from '../../../renderer/app/contract-change-text.ts'
import type { ContractDifference } from '../../../shared/app/contract-difference.ts'

const change = (...differences: ContractDifference[]) => ({ id: 1, at: 0, differences, isSeen: false })
const sentence = (text: string): ContractDifference => ({ code: 'legacy-text', params: { text } })
const added: ContractDifference = { code: 'capabilities-added', params: { count: 1, names: { shown: ['A'], more: 0 } } }
const field: ContractDifference = { code: 'required-field-added', params: { title: 'Face swap', label: 'Mood' } }

describe('a changed contract in a notification', () => {
  it('is described by its first differences, and the others are counted', () => {
    expect(contractChangeText([change(added)])).toBe('1 new capability: A.')
    expect(contractChangeText([change(added, field)])).toBe('1 new capability: A. Face swap has a new required field: “Mood”.')
    expect(contractChangeText([change(sentence('One.'), sentence('Two.'), sentence('Three.'))])).toBe('One. Two. 1 more change.')
    expect(contractChangeText([change(sentence('One.')), change(sentence('Two.'), field, added)])).toBe('One. Two. 2 more changes.')
  })
})
