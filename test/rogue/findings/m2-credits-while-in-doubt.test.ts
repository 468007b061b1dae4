import { describe, expect, it } from 'vitest'
import { openRogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault, errorAnswer } from '../personality.ts'

describe('M2: a repetition that is answered with 402 while the first answer is lost', () => {
  it('continues automatically once there are credits', async () => {
    const story = await openRogueStory({
      recent: { presence: 'missing' },
      faults: [
        callFault({ on: 'submit', only: 'first', does: { kind: 'reset' }, afterWork: true }),
        callFault({ on: 'submit', only: 'repetition', does: errorAnswer(402, 'NEED_PURCHASE_CREDITS') })
      ]
    })
    const task = await story.ask()
    await waitFor(() => story.studio.account().hold === 'credits')
    story.service.change({ faults: [] })
    await story.until(task.id, 'done')
    expect([story.charges(), story.studio.account().hold]).toEqual([1, null])
  })
})
