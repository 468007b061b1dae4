import { rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openRogueStory, waitFor } from '../open-rogue-story.ts'
import { fileFault, type QueryPersonality } from '../personality.ts'

/** Every first address answers 403, so that fresh ones are asked for. */
const expiredFirst = fileFault({ does: { kind: 'status', status: 403 }, until: { is: 'fresh-address' } })

describe('H2: results whose addresses come in another order', () => {
  it.each<[string, Partial<QueryPersonality>]>([
    ['with another signature', { order: 'shuffled', addresses: 'new-query' }],
    ['on other paths', { order: 'shuffled', addresses: 'new-path' }]
  ])('are each saved once when they are named again %s', async (_, query) => {
    // The seed decides on the order. Some seeds keep it, so several are tried.
    for (const seed of [1, 2, 3, 4]) {
      const story = await openRogueStory({ query, storage: { faults: [expiredFirst] } }, { seed })
      const task = await story.ask({ imageNum: '3' })
      const done = await story.until(task.id, 'done')
      const made = story
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
      expect(await story.savedDigests()).toEqual(made)
      expect(new Set(done.results.map(({ path }) => path)).size).toBe(3)
      await story.studio.close()
    }
  })

  it('are each saved once when a fresh answer names only what is missing', async () => {
    const story = await openRogueStory({
      query: { addresses: 'new-path', leavesOutDownloaded: true },
      storage: { faults: [fileFault({ output: 1, does: { kind: 'status', status: 403 }, until: { is: 'fresh-address' } })] }
    })
    const task = await story.ask({ imageNum: '3' })
    await story.until(task.id, 'done')
    expect(await story.savedDigests()).toEqual(
      story
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
    )
  })

  it('are each saved once when they were lost from the disk and are fetched again', async () => {
    const story = await openRogueStory({ query: { order: 'shuffled', addresses: 'new-path' } }, { seed: 2 })
    const task = await story.ask({ imageNum: '3' })
    const done = await story.until(task.id, 'done')
    const before = await story.savedDigests()
    await rm(done.results[1]?.path ?? '')
    await story.studio.fetchAgain(task.id)
    await waitFor(async () => story.phaseOf(task.id) === 'done' && (await story.savedDigests()).length === 3)
    expect(await story.savedDigests()).toEqual(before)
  })
})
