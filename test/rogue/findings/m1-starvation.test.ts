import { describe, expect, it, onTestFinished } from 'vitest'
import { openRogueService } from '../rogue-service.ts'
import { openRogueStory, type RogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault, fileFault, plainPersonality } from '../personality.ts'

/** A byte in five real seconds: no limit on silence ever ends it. */
const drip = { kind: 'drip', bytesPerSecond: 0.002 } as const
/** A call as a whole may take minutes; here it may take seconds. */
const deadlineScale = 0.02

describe('M1: what hangs or drips', () => {
  it('does not keep healthy results from being downloaded', async () => {
    const faults = [0, 1, 2].map((task) => fileFault({ task, does: drip }))
    const story = await openRogueStory({ storage: { faults } })
    const slow = [await story.ask(), await story.ask(), await story.ask()]
    for (const { id } of slow) await story.until(id, 'collecting')
    const healthy = [await story.ask(), await story.ask(), await story.ask()]
    for (const { id } of healthy) await story.until(id, 'done')
    expect(await story.savedDigests()).toHaveLength(3)
  })

  it('does not keep a prompt from being sent while four uploads hang', async () => {
    const story = await openRogueStory({ faults: [callFault({ on: 'transfer', does: { kind: 'hang', atByte: -1 } })] })
    const photos = ['a.png', 'b.png', 'c.png', 'd.png']
    for (const name of photos) await story.ask({ imageUrls: [{ file: await story.photo(name) }] })
    await waitFor(() => story.callsTo('transfer') === photos.length)
    const { id } = await story.ask()
    await story.until(id, 'done')
    expect(story.studio.tasks({ phases: ['uploading'] })).toHaveLength(photos.length)
  })

  it('does not keep the tasks of another account waiting', async () => {
    const story = await openRogueStory({ query: { secondsToFinish: 1_000_000 } })
    const tasks = Array.from({ length: 20 }, () => story.ask())
    for (const { id } of await Promise.all(tasks)) await story.until(id, 'running')
    const other = await openRogueService({ personality: plainPersonality, seed: 2 })
    onTestFinished(() => other.close())
    story.service.change({ faults: [callFault({ on: 'query', does: { kind: 'hang', atByte: -1 } })] })
    await waitFor(() => story.service.calls().filter(({ endpoint, status }) => endpoint === 'query' && status === null).length >= 16)
    await story.studio.connect({ id: 'new', baseUrl: other.url, apiKey: other.account.apiKey() })
    const { id } = await story.ask()
    await story.until(id, 'done')
    expect(story.studio.task(id)?.connectionId).toBe('new')
  })

  it('ends, and what waited behind it continues: the list of recent tasks, submissions and queries', async () => {
    const held: Record<string, () => Promise<RogueStory>> = {
      // The answer of the submission is lost, and the list that is looked at for it drips.
      recent: async () => {
        const lost = callFault({ on: 'submit', times: 1, does: { kind: 'reset' }, afterWork: true })
        const story = await openRogueStory({ faults: [lost, callFault({ on: 'recent', does: drip })] }, { studio: { deadlineScale } })
        await story.ask()
        return story
      },
      submit: async () => {
        const story = await openRogueStory({ faults: [callFault({ on: 'submit', times: 4, does: drip })] }, { studio: { deadlineScale } })
        for (let sent = 0; sent < 4; sent += 1) await story.ask()
        await waitFor(() => story.callsTo('submit') === 4)
        return story
      },
      query: async () => {
        const faults = Array.from({ length: 16 }, (_, task) => callFault({ on: 'query', task, does: drip }))
        const story = await openRogueStory({ faults }, { studio: { deadlineScale } })
        for (let sent = 0; sent < 16; sent += 1) await story.ask()
        await waitFor(() => story.callsTo('query') === 16)
        return story
      }
    }
    const ends = Object.entries(held).map(async ([call, open]) => {
      const story = await open()
      const { id } = await story.ask()
      const isThrough = (): boolean =>
        story.phaseOf(id) === 'done' && (call !== 'recent' || story.studio.tasks().every(({ phase }) => phase === 'done'))
      await waitFor(isThrough, () => call)
      expect(story.service.violations()).toEqual([])
    })
    const outcomes = await Promise.allSettled(ends)
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual([])
  })
})
