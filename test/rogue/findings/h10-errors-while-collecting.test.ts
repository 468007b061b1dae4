import { rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openRogueStory, type RogueStory, toldOf, waitFor } from '../open-rogue-story.ts'
import { fileFault, type QueryPersonality } from '../personality.ts'

/** Ten minutes, after which only support can tell, are 1.2 s. */
const timeScale = 0.002

/** A service that names the results, whose first one can't be downloaded, and says something else with every later query. */
function openStory(afterwards: QueryPersonality['afterwards']): Promise<RogueStory> {
  const query = { afterwards, addresses: 'new-path' } as const
  return openRogueStory({ query, storage: { faults: [fileFault({ output: 0, does: { kind: 'status', status: 403 } })] } }, { timeScale })
}

describe('H10: a query about a task whose results are being downloaded', () => {
  it.each(['task-not-found', 'billing-invariant', 'refund-unknown'] as const)('leads to support when it says %s', async (afterwards) => {
    const story = await openStory(afterwards)
    const task = await story.ask()
    const end = await story.until(task.id, 'support')
    expect(end.failure).not.toBeNull()
    if (afterwards !== 'task-not-found') expect(end.credits.state).toBe('pending')
    expect([story.callsTo('submit'), story.charges()]).toEqual([1, 1])
  })

  it('leads to the failure when it says failed, with what became of the credits', async () => {
    const story = await openStory('failed-refunded')
    const task = await story.ask()
    const end = await story.until(task.id, 'failed')
    expect(end.credits.state).toBe('refunded')
    expect(story.service.ledger().map(({ kind }) => kind)).toEqual(['charge', 'refund'])
  })

  it('leaves the results on disk that were saved before', async () => {
    const story = await openStory('task-not-found')
    const task = await story.ask({ imageNum: '3' })
    await story.until(task.id, 'support', 'done')
    const rest = story
      .known(task.id)
      ?.outputs.slice(1)
      .flatMap(({ sha256 }) => sha256)
    expect(await story.savedDigests()).toEqual(rest?.toSorted())
  })

  it('ends in words when files are fetched again of a task that the service has forgotten', async () => {
    const story = await openRogueStory({ query: { afterwards: 'task-not-found' } }, { timeScale })
    const task = await story.ask()
    const done = await story.until(task.id, 'done')
    await rm(done.results[0]?.path ?? '')
    await story.studio.fetchAgain(task.id)
    await waitFor(
      () => story.phaseOf(task.id) !== 'collecting' && story.studio.task(task.id)?.failure !== null,
      () => toldOf(story, task.id)
    )
    expect(['support', 'done']).toContain(story.phaseOf(task.id))
    expect(story.callsTo('submit')).toBe(1)
  })
})
