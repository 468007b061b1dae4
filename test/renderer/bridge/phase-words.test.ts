import { describe, expect, it } from 'vitest'
import { phaseWords } from '../../../renderer/bridge/phase-words.ts'
import { holdReasons, phases } from '../../../shared/task.ts'

describe('the words of a phase', () => {
  it('are different for every phase and every reason to hold', () => {
    const words = [
      ...phases.filter((phase) => phase !== 'held').map((phase) => phaseWords({ phase, hold: null }).words),
      ...holdReasons.map((hold) => phaseWords({ phase: 'held', hold }).words)
    ]
    words.push(
      phaseWords({ phase: 'held', hold: null, question: { kind: 'price', before: 5, now: 6 } }).words,
      phaseWords({ phase: 'held', hold: null, question: { kind: 'price', before: 5, now: null } }).words,
      phaseWords({ phase: 'held', hold: null, question: { kind: 'limit', committed: 5, limit: 9, credits: 5 } }).words
    )
    expect(new Set(words).size).toBe(words.length)
  })

  it('are plain, without the words of the contract', () => {
    for (const phase of phases) expect(phaseWords({ phase, hold: null }).words).not.toMatch(/_|null|undefined/)
  })

  it('say that nothing was spent where nothing was', () => {
    expect(phaseWords({ phase: 'refused', hold: null }).words).toContain('nothing spent')
  })
})
