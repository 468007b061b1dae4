import { describe, expect, it } from 'vitest'
import { generator, openRogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault, errorAnswer } from '../personality.ts'

describe('M6: a task without an answer, and a list of recent tasks without keys', () => {
  it('is not taken for one that was made on the website at the same time', async () => {
    const story = await openRogueStory({
      recent: { namesKeys: false },
      // The submission never arrives; what it would have made is made by its repetition.
      faults: [callFault({ on: 'submit', only: 'first', does: { kind: 'reset' } })]
    })
    const stranger = story.service.makeOnWebsite({ capability: generator })
    const task = await story.ask()
    const done = await story.until(task.id, 'done')
    expect(done.taskId).not.toBe(stranger.taskId)
    expect(await story.savedDigests()).toEqual(story.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
    expect(story.charges()).toBe(1)
  })

  it('may be one of those that are listed without a time, which are not taken over meanwhile', async () => {
    const outcomeUnknown = errorAnswer(503, 'SUBMISSION_OUTCOME_UNKNOWN', { recovery: 'GET_RECENT_TASKS' })
    const story = await openRogueStory({
      recent: { namesKeys: false, times: 'none' },
      faults: [callFault({ on: 'submit', does: outcomeUnknown, afterWork: true })]
    })
    const task = await story.ask()
    await waitFor(() => story.charges() === 1)
    await story.until(task.id, 'unconfirmed')
    const report = await story.studio.reconcile()
    const taskId = story.known(task.id)?.taskId ?? ''
    expect(report?.strangers).toMatchObject([{ taskId, mayBeOurs: true }])
    expect(() => story.studio.adopt(taskId)).toThrow()
  })
})
