import { describe, expect, it } from 'vitest'
import { openRogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault, errorAnswer } from '../personality.ts'

describe('L8: patience that has to end, and patience that ended too soon', () => {
  it('ends after ten minutes although the computer wakes again and again', async () => {
    // Ten minutes are 0.6 s.
    const story = await openRogueStory(
      { faults: [callFault({ on: 'query', does: errorAnswer(404, 'TASK_NOT_FOUND') })] },
      { timeScale: 0.001 }
    )
    const task = await story.ask()
    await story.until(task.id, 'running')
    const waking = setInterval(() => story.studio.wake(), 100)
    try {
      await story.until(task.id, 'support')
    } finally {
      clearInterval(waking)
    }
    expect(story.callsTo('submit')).toBe(1)
  })

  it('asks again about a task with support, without a word of the person, once the service can tell', async () => {
    const story = await openRogueStory(
      { faults: [callFault({ on: 'query', does: errorAnswer(404, 'TASK_NOT_FOUND') })] },
      { timeScale: 0.001 }
    )
    const task = await story.ask()
    await story.until(task.id, 'support')
    story.service.change({ faults: [] })
    await story.until(task.id, 'done')
    expect(await story.savedDigests()).toHaveLength(1)
  })

  it('sends a submission twice and no oftener when the store of credentials is not available, over a restart too', async () => {
    const story = await openRogueStory({
      recent: { presence: 'missing' },
      faults: [
        callFault({ on: 'submit', times: 1, does: errorAnswer(503, 'CREDENTIAL_STORAGE_UNAVAILABLE') }),
        callFault({ on: 'submit', times: 1, does: { kind: 'hang', atByte: -1 } }),
        callFault({ on: 'submit', does: errorAnswer(503, 'CREDENTIAL_STORAGE_UNAVAILABLE') })
      ]
    })
    const task = await story.ask()
    await waitFor(() => story.callsTo('submit') === 2)
    await story.reopen()
    await story.until(task.id, 'support')
    expect(story.callsTo('submit')).toBe(2)
  })
})
