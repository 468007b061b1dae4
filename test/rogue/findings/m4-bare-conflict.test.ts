import { describe, expect, it } from 'vitest'
import { openRogueStory } from '../open-rogue-story.ts'
import { callFault, errorAnswer } from '../personality.ts'

describe('M4: HTTP 409 without a type', () => {
  it.each([
    ['after the work', true],
    ['before the work', false]
  ])('to a submission is no refusal: the task is followed or sent again with its key (%s)', async (_, afterWork) => {
    const story = await openRogueStory({
      recent: { presence: 'missing' },
      faults: [callFault({ on: 'submit', times: 1, does: errorAnswer(409, null), afterWork })]
    })
    const task = await story.ask()
    const end = await story.until(task.id, 'done', 'refused')
    expect([end.phase, end.attempt, story.charges()]).toEqual(['done', 1, 1])
    expect(story.service.violations()).toEqual([])
  })
})
