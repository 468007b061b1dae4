import { describe, expect, it } from 'vitest'
import { openRogueStory } from '../open-rogue-story.ts'

describe('M5: a finished task that names fewer results than were asked for', () => {
  it('is asked again, and all results are saved once the service names them', async () => {
    const story = await openRogueStory({ query: { partialAnswers: 1 } })
    const task = await story.ask({ imageNum: '3' })
    await story.until(task.id, 'done')
    expect(await story.savedDigests()).toEqual(
      story
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
    )
  })

  it('is done with what there is when the service never names more', async () => {
    const story = await openRogueStory({ query: { partialAnswers: 1_000_000 } })
    const task = await story.ask({ imageNum: '3' })
    const done = await story.until(task.id, 'done')
    expect(done.results).toHaveLength(1)
    expect(story.callsTo('query')).toBeGreaterThan(1)
  })
})
