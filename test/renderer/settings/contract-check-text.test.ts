import { describe, expect, it } from 'vitest'
import { contractCheckText } from '../../../renderer/settings/contract-check-text.ts'

describe('the state of contract changes', () => {
  const now = 1_700_000_000_000

  it('claims nothing before the first check', () => {
    expect(contractCheckText(null, 0, now)).toBe('Not checked yet.')
    expect(contractCheckText(null, 2, now)).toBe('Not checked yet.')
  })

  it('says when it was checked, and that nothing changed only then', () => {
    expect(contractCheckText(now - 300_000, 0, now)).toBe('No changes so far. Last checked: 5 min ago.')
    expect(contractCheckText(now - 300_000, 1, now)).toBe('Last checked: 5 min ago.')
  })
})
