import { rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openRogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createFileFault, type QueryPersonality } from '../personality.ts'
import { resultPaths } from '../../integration/result-paths.ts'

/** Each result's first URL responds with 403, so Kiln requests new URLs. */
const expiredFirst = createFileFault({ does: { kind: 'status', status: 403 }, until: { is: 'fresh-address' } })

describe('H2: results whose addresses are reordered', () => {
  it.each<[string, Partial<QueryPersonality>]>([
    ['with another signature', { order: 'shuffled', addresses: 'new-query' }],
    ['on other paths', { order: 'shuffled', addresses: 'new-path' }]
  ])('are each saved once if they’re listed again %s', async (_, query) => {
    // The order depends on the seed. Some seeds keep the order, so the test tries several.
    for (const seed of [1, 2, 3, 4]) {
      const setup = await openRogueSetup({ query, storage: { faults: [expiredFirst] } }, { seed })
      const task = await setup.ask({ imageNum: '3' })
      const done = await setup.until(task.id, 'done')
      const made = setup
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
      expect(await setup.savedDigests()).toEqual(made)
      expect(new Set(await resultPaths(setup.studio, done)).size).toBe(3)
      await setup.studio.close()
    }
  })

  it('are each saved once if a new response lists only the missing ones', async () => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path', omitsDownloaded: true },
      storage: { faults: [createFileFault({ output: 1, does: { kind: 'status', status: 403 }, until: { is: 'fresh-address' } })] }
    })
    const task = await setup.ask({ imageNum: '3' })
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(
      setup
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
    )
  })

  it('are each saved once if one was deleted and is downloaded again', async () => {
    const setup = await openRogueSetup({ query: { order: 'shuffled', addresses: 'new-path' } }, { seed: 2 })
    const task = await setup.ask({ imageNum: '3' })
    const done = await setup.until(task.id, 'done')
    const before = await setup.savedDigests()
    await rm((await resultPaths(setup.studio, done))[1] ?? '')
    await setup.studio.fetchAgain(task.id)
    await waitForRogueCondition(async () => setup.phaseOf(task.id) === 'done' && (await setup.savedDigests()).length === 3)
    expect(await setup.savedDigests()).toEqual(before)
  })
})
