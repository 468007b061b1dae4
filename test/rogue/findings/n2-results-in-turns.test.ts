import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import type { QueryPersonality } from '../personality.ts'

describe('N2: a service that lists one result first, and later only the missing ones', () => {
  it.each<[string, Partial<QueryPersonality>]>([
    ['on the same paths', { addresses: 'new-query' }],
    ['on other paths', { addresses: 'new-path' }],
    ['in another order', { addresses: 'new-path', order: 'shuffled' }]
  ])('has all of its results saved (%s)', async (_, query) => {
    const setup = await openRogueSetup({ query: { partialAnswers: 1, omitsDownloaded: true, ...query } })
    const task = await setup.ask({ imageNum: '3' })
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(
      setup
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
    )
  })
})
