import { describe, expect, it } from 'vitest'
import type { Studio, StudioEvent } from '../../electron/studio.ts'
import type { ContractMove } from '../../electron/practice/moving-contract.ts'
import { openStory, standard, waitFor } from './open-story.ts'

const moves: readonly ContractMove[] = [
  { kind: 'add-capability', like: standard, id: 'clay-generator', title: 'Clay generator' },
  { kind: 'remove-capability', id: 'lip-sync' },
  { kind: 'set-field', capability: 'face-swap', field: 'mood', schema: { type: 'string', title: 'Mood' }, isRequired: true }
]
const sentences = ['1 new capability: Clay generator.', 'No longer offered: Lip sync.', 'Face swap has a new required field: “Mood”.']

function heardFrom(studio: Studio): readonly StudioEvent['kind'][] {
  const heard: StudioEvent['kind'][] = []
  studio.subscribe(({ kind }) => {
    if (kind === 'contract-change' || kind === 'capabilities') heard.push(kind)
  })
  return heard
}

describe('a contract that changes', () => {
  it('while the app runs is told in words, with what there is to choose from now', async () => {
    const story = await openStory()
    await story.studio.capabilities()
    await story.studio.lookAtContract('now')
    // What is read for the first time is no change.
    expect(story.studio.contractNews()).toEqual({ lookedAt: expect.any(Number), changes: [] })

    const heard = heardFrom(story.studio)
    story.practice.contract.move(moves)
    const news = await story.studio.lookAtContract('now')
    expect(news.changes).toMatchObject([{ sentences, isSeen: false }])
    expect(heard).toEqual(['contract-change', 'capabilities'])
    expect((await story.studio.capabilities()).map(({ id }) => id)).toContain('clay-generator')
    story.studio.markContractNewsSeen()
    expect((await story.studio.lookAtContract('now')).changes).toMatchObject([{ sentences, isSeen: true }])
  })

  it('while the app was closed is told at the next start, and still there afterwards', async () => {
    const story = await openStory()
    await story.studio.lookAtContract('now')
    await story.studio.close()
    story.practice.contract.move(moves)
    const studio = await story.reopen()
    await waitFor(() => studio.contractNews().changes.length === 1)
    expect(studio.contractNews().changes[0]?.sentences).toEqual(sentences)
    const again = await story.reopen()
    expect(again.contractNews().changes).toHaveLength(1)
    await again.lookAtContract('now')
    expect(again.contractNews().changes).toHaveLength(1)
  })

  it('is noticed when the service says that it does not have a capability any more', async () => {
    const story = await openStory()
    await story.studio.lookAtContract('now')
    story.practice.contract.move([{ kind: 'remove-capability', id: standard }])
    const { id } = await story.studio.submit({ capability: standard, values: { prompt: 'a vase' } })
    await story.until(id, 'refused')
    await waitFor(() => story.studio.contractNews().changes.length === 1)
    expect(story.studio.contractNews().changes[0]?.sentences).toEqual(['No longer offered: Image generator.'])
    expect(story.charges()).toBe(0)
  })

  it('is looked for at most every few minutes when nobody asks', async () => {
    const story = await openStory()
    await story.studio.lookAtContract('now')
    const before = story.callsTo('/capabilities')
    for (let look = 0; look < 5; look += 1) await story.studio.lookAtContract('when-due')
    expect(story.callsTo('/capabilities')).toBe(before)
    const eager = await story.reopen({ contractPauseInMs: 0 })
    story.practice.contract.move(moves)
    expect((await eager.lookAtContract('when-due')).changes).toHaveLength(1)
  })

  it('that cannot be read is said where a person asked, and changes nothing', async () => {
    const story = await openStory()
    await story.studio.lookAtContract('now')
    await story.practice.account.change({ keyCondition: 'revoked' })
    await expect(story.studio.lookAtContract('now')).rejects.toThrow('The contract could not be read.')
    expect(story.studio.contractNews().changes).toEqual([])
  })

  it('only in what nobody sees is no news', async () => {
    const story = await openStory()
    await story.studio.lookAtContract('now')
    const swap = (await story.studio.capabilities()).find(({ id }) => id === 'face-swap')
    const field = swap?.inputSchema.properties?.['targetImageUrl']
    story.practice.contract.move([
      {
        kind: 'set-field',
        capability: 'face-swap',
        field: 'targetImageUrl',
        schema: { ...field, description: 'Other help.' },
        isRequired: true
      }
    ])
    expect((await story.studio.lookAtContract('now')).changes).toEqual([])
  })
})
