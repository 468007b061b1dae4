import { describe, expect, it } from 'vitest'
import type { Studio } from '../../../electron/studio.ts'
import { openRogueStory } from '../open-rogue-story.ts'
import { callFault, errorAnswer } from '../personality.ts'

describe('L2: a service that says to wait for days', () => {
  it.each<[string, (studio: Studio, id: string) => void | Promise<void>]>([
    ['checks the task again', (studio, id) => studio.lookAgain(id)],
    ['resumes the account', (studio) => studio.resume()]
  ])('gets a submission sooner when the person %s', async (_, act) => {
    const retryAfter = { as: 'seconds', seconds: 3 * 86_400 } as const
    const story = await openRogueStory({ faults: [callFault({ on: 'submit', does: errorAnswer(429, 'RATE_LIMITED', { retryAfter }) })] })
    const task = await story.ask()
    await story.until(task.id, 'submitting')
    await expect.poll(() => story.studio.account().slowedUntil).not.toBeNull()
    story.service.change({ faults: [] })
    await act(story.studio, task.id)
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })
})
