import { describe, expect, it } from 'vitest'
import { openRogueStory } from '../open-rogue-story.ts'

describe('M9: a failure that a query tells as an error', () => {
  it.each(['success-false', 'http-422', 'http-400'] as const)('is the failure of the task, with its refund (%s)', async (failureTold) => {
    const story = await openRogueStory({ query: { failingShare: 1, failureTold, secondsToFinish: 1 } })
    const task = await story.ask()
    const end = await story.until(task.id, 'failed')
    expect(end.credits.state).toBe('refunded')
    expect(end.failure?.serviceMessage).toMatch(/gave up|failed/)
  })

  it.each(['success-false', 'http-422'] as const)('is read at the top of the answer too (%s)', async (failureTold) => {
    const story = await openRogueStory({ query: { failingShare: 1, failureTold, place: 'top', failedWord: 'error', letters: 'upper' } })
    const task = await story.ask()
    const end = await story.until(task.id, 'failed')
    expect(end.credits.state).toBe('refunded')
  })
})
