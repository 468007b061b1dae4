import { describe, expect, it } from 'vitest'
import { openStory, standard, waitFor } from './open-story.ts'

describe('a refund', () => {
  it('is looked for after a failure, and said once it is there', async () => {
    const story = await openStory({ studio: { timeScale: 0.001 } })
    const charged = { success: true, data: { status: 'failed', errorDetail: 'It cracked.', creditsConsumed: 5, creditsRequired: 5 } }
    story.practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    story.practice.faults.add({ on: 'query', do: { kind: 'answer', httpStatus: 200, body: JSON.stringify(charged) } })
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    expect((await story.until(id, 'failed')).credits.state).toBe('refund-expected')
    await waitFor(() => story.studio.task(id)?.credits.state === 'refunded')
    expect(story.practice.ledger().map(({ kind }) => kind)).toEqual(['charge', 'refund'])
    expect(story.studio.timeline(id).at(-1)?.words).toBe('The service has given the credits back.')
  })

  it('is looked for again after a restart', async () => {
    const story = await openStory()
    const charged = { success: true, data: { status: 'failed', creditsConsumed: 5 } }
    story.practice.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
    story.practice.faults.add({ on: 'query', do: { kind: 'answer', httpStatus: 200, body: JSON.stringify(charged) } })
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase' } })
    await story.until(id, 'failed')
    await story.reopen()
    story.studio.lookAgain(id)
    await waitFor(() => story.studio.task(id)?.credits.state === 'refunded')
    expect(story.charges()).toBe(1)
  })
})
