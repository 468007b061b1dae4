import { describe, expect, it, onTestFinished } from 'vitest'
import { openRogueService } from '../rogue-service.ts'
import { openRogueSetup, type RogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createFileFault, defaultPersonality } from '../personality.ts'
import { connectTo } from '../../integration/connect-to.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

/** A byte every five real seconds, so no idle timeout ever ends the call. */
const drip = { kind: 'drip', bytesPerSecond: 0.002 } as const
/** Scales the deadline for a whole call from minutes to seconds. */
const deadlineScale = 0.02

describe('M1: a slow or hanging call', () => {
  it('doesn’t block other downloads', async () => {
    const faults = [0, 1, 2].map((task) => createFileFault({ task, does: drip }))
    const setup = await openRogueSetup({ storage: { faults } })
    const slow = [await setup.ask(), await setup.ask(), await setup.ask()]
    for (const { id } of slow) await setup.until(id, 'collecting')
    const healthy = [await setup.ask(), await setup.ask(), await setup.ask()]
    for (const { id } of healthy) await setup.until(id, 'done')
    expect(await setup.savedDigests()).toHaveLength(3)
  })

  it('doesn’t block a submission, even if four uploads hang', async () => {
    const setup = await openRogueSetup({ faults: [createCallFault({ on: 'transfer', does: { kind: 'hang', atByte: -1 } })] })
    const photos = ['a.png', 'b.png', 'c.png', 'd.png']
    for (const name of photos) await setup.ask({ imageUrls: [{ file: await setup.photo(name) }] })
    await waitForRogueCondition(() => setup.callsTo('transfer') === photos.length)
    const { id } = await setup.ask()
    await setup.until(id, 'done')
    expect(setup.studio.tasks({ phases: ['uploading'] })).toHaveLength(photos.length)
  })

  it('doesn’t delay another account’s tasks', async () => {
    const setup = await openRogueSetup({ query: { secondsToFinish: 1_000_000 } })
    const tasks = Array.from({ length: 20 }, () => setup.ask())
    for (const { id } of await Promise.all(tasks)) await setup.until(id, 'running')
    const other = await openRogueService({ personality: defaultPersonality, seed: 2 })
    onTestFinished(() => other.close())
    setup.service.change({ faults: [createCallFault({ on: 'query', does: { kind: 'hang', atByte: -1 } })] })
    await waitForRogueCondition(
      () => setup.service.calls().filter(({ endpoint, status }) => endpoint === 'query' && status === null).length >= 16
    )
    await connectTo(setup.studio, { id: 'new', baseUrl: other.url, apiKey: new Secret(other.account.apiKey()) })
    const { id } = await setup.ask()
    await setup.until(id, 'done')
    expect(setup.studio.task(id)?.connectionId).toBe('new')
  })

  it('ends at its deadline, so that waiting reads of the recent tasks, submissions and queries continue', async () => {
    const held: Record<string, () => Promise<RogueSetup>> = {
      // The submission's response is lost. Kiln then requests the recent tasks, and their response arrives slowly.
      recent: async () => {
        const lost = createCallFault({ on: 'submit', times: 1, does: { kind: 'reset' }, afterWork: true })
        const setup = await openRogueSetup({ faults: [lost, createCallFault({ on: 'recent', does: drip })] }, { studio: { deadlineScale } })
        await setup.ask()
        return setup
      },
      submit: async () => {
        const setup = await openRogueSetup(
          { faults: [createCallFault({ on: 'submit', times: 4, does: drip })] },
          { studio: { deadlineScale } }
        )
        for (let sent = 0; sent < 4; sent += 1) await setup.ask()
        await waitForRogueCondition(() => setup.callsTo('submit') === 4)
        return setup
      },
      query: async () => {
        const faults = Array.from({ length: 16 }, (_, task) => createCallFault({ on: 'query', task, does: drip }))
        const setup = await openRogueSetup({ faults }, { studio: { deadlineScale } })
        for (let sent = 0; sent < 16; sent += 1) await setup.ask()
        await waitForRogueCondition(() => setup.callsTo('query') === 16)
        return setup
      }
    }
    const ends = Object.entries(held).map(async ([call, open]) => {
      const setup = await open()
      const { id } = await setup.ask()
      const isThrough = (): boolean =>
        setup.phaseOf(id) === 'done' && (call !== 'recent' || setup.studio.tasks().every(({ phase }) => phase === 'done'))
      await waitForRogueCondition(isThrough, () => call)
      expect(setup.service.violations()).toEqual([])
    })
    const outcomes = await Promise.allSettled(ends)
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual([])
  })
})
