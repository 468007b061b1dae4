import { describe, expect, it } from 'vitest'
import { openRogueStory } from '../open-rogue-story.ts'
import type { ImageKind } from '../personality.ts'

describe('N1: a result without a length, whose connection ends with it', () => {
  it.each<ImageKind>(['png', 'large-png', 'unknown'])('is saved whole (%s)', async (images) => {
    const story = await openRogueStory({ storage: { images, length: 'until-close' } })
    const task = await story.ask()
    const done = await story.until(task.id, 'done')
    expect(await story.savedDigests()).toEqual(story.known(task.id)?.outputs[0]?.sha256)
    expect(done.results[0]?.bytes).toBeGreaterThan(0)
  })
})
