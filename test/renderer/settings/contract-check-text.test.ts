import { describe, expect, it } from 'vitest'
import { contractCheckText } from '../../../renderer/settings/contract-check-text.ts'

describe('the state of contract changes', () => {
  const now = 1_700_000_000_000

  it('claims nothing before the first check', () => {
    expect(contractCheckText(null, 0, now)).toBe('Not checked yet.')
    expect(contractCheckText(null, 2, now)).toBe('Not checked yet.')
  })

  it('shows the time of the last check, and only then says that nothing changed', () => {
    expect(contractCheckText(now - 300_000, 0, now)).toBe('No changes so far. Last checked: 5 min ago.')
    expect(contractCheckText(now - 300_000, 1, now)).toBe('Last checked: 5 min ago.')
  })
})
