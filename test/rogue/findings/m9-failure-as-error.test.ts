import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'

describe('M9: a failure that a query reports as an error', () => {
  it.each(['success-false', 'http-422', 'http-400'] as const)('fails the task, which is refunded (%s)', async (failureForm) => {
    const setup = await openRogueSetup({ query: { failingShare: 1, failureForm, secondsToFinish: 1 } })
    const task = await setup.ask()
    const end = await setup.until(task.id, 'failed')
    expect(end.credits.state).toBe('refunded')
    expect(end.failure?.serviceMessage).toMatch(/gave up|failed/)
  })

  it.each(['success-false', 'http-422'] as const)('is also read at the top level of the response (%s)', async (failureForm) => {
    const setup = await openRogueSetup({ query: { failingShare: 1, failureForm, place: 'top', failedWord: 'error', letters: 'upper' } })
    const task = await setup.ask()
    const end = await setup.until(task.id, 'failed')
    expect(end.credits.state).toBe('refunded')
  })
})
