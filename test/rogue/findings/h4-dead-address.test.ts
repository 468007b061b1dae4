import { describe, expect, it } from 'vitest'
import { openRogueStory } from '../open-rogue-story.ts'
import { fileFault, type FileFaultKind } from '../personality.ts'

describe('H4: an address that is dead, where the query would name a good one', () => {
  it.each<[string, FileFaultKind]>([
    ['refuses connections', { kind: 'refused' }],
    ['resets connections', { kind: 'reset' }],
    ['has no bytes', { kind: 'empty' }],
    ['answers with a page', { kind: 'page' }],
    ['answers 503', { kind: 'status', status: 503 }]
  ])('is replaced by a fresh one when it %s', async (_, does) => {
    const story = await openRogueStory({
      query: { addresses: 'new-path' },
      storage: { faults: [fileFault({ does, until: { is: 'fresh-address' } })] }
    })
    const task = await story.ask()
    await story.until(task.id, 'done')
    expect(await story.savedDigests()).toEqual(story.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })

  it('is replaced by a fresh one after a restart', async () => {
    const story = await openRogueStory({
      query: { addresses: 'new-path' },
      storage: { faults: [fileFault({ does: { kind: 'refused' } })] }
    })
    const task = await story.ask()
    await story.until(task.id, 'collecting')
    await story.studio.close()
    story.service.change({ storage: { faults: [] } })
    await story.reopen()
    await story.until(task.id, 'done')
    expect(await story.savedDigests()).toEqual(story.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })

  it('is replaced by a fresh one when a person asks to check again', async () => {
    const story = await openRogueStory({
      query: { addresses: 'new-path' },
      storage: { faults: [fileFault({ does: { kind: 'refused' } })] }
    })
    const task = await story.ask()
    await story.until(task.id, 'collecting')
    story.service.change({ storage: { faults: [] } })
    story.studio.lookAgain(task.id)
    await story.until(task.id, 'done')
    expect(await story.savedDigests()).toEqual(story.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })
})
