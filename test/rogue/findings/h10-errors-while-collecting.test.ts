import { rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openRogueSetup, type RogueSetup, describeTask, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createFileFault, type QueryPersonality } from '../personality.ts'
import { resultPaths } from '../../integration/result-paths.ts'

/** Shortens the ten minutes until a task is handed to support to 1.2 s. */
const timeScale = 0.002

/** Opens a service that lists the results once, then responds to later queries with `afterwards`. The first result can't be downloaded. */
function openSetup(afterwards: QueryPersonality['afterwards']): Promise<RogueSetup> {
  const query = { afterwards, addresses: 'new-path' } as const
  return openRogueSetup(
    { query, storage: { faults: [createFileFault({ output: 0, does: { kind: 'status', status: 403 } })] } },
    { timeScale }
  )
}

describe('H10: a status query while results are downloading', () => {
  it.each(['task-not-found', 'billing-invariant', 'refund-unknown'] as const)('leads to support if it returns %s', async (afterwards) => {
    const setup = await openSetup(afterwards)
    const task = await setup.ask()
    const end = await setup.until(task.id, 'support')
    expect(end.failure).not.toBeNull()
    if (afterwards !== 'task-not-found') expect(end.credits.state).toBe('pending')
    expect([setup.callsTo('submit'), setup.charges()]).toEqual([1, 1])
  })

  it('fails the task if it returns a failure, with the refund', async () => {
    const setup = await openSetup('failed-refunded')
    const task = await setup.ask()
    const end = await setup.until(task.id, 'failed')
    expect(end.credits.state).toBe('refunded')
    expect(setup.service.ledger().map(({ kind }) => kind)).toEqual(['charge', 'refund'])
  })

  it('keeps the results that are already saved', async () => {
    const setup = await openSetup('task-not-found')
    const task = await setup.ask({ imageNum: '3' })
    await setup.until(task.id, 'support', 'done')
    const rest = setup
      .known(task.id)
      ?.outputs.slice(1)
      .flatMap(({ sha256 }) => sha256)
    expect(await setup.savedDigests()).toEqual(rest?.toSorted())
  })

  it('shows a message if files are downloaded again for a task that the service has forgotten', async () => {
    const setup = await openRogueSetup({ query: { afterwards: 'task-not-found' } }, { timeScale })
    const task = await setup.ask()
    const done = await setup.until(task.id, 'done')
    await rm((await resultPaths(setup.studio, done))[0] ?? '')
    await setup.studio.fetchAgain(task.id)
    await waitForRogueCondition(
      () => setup.phaseOf(task.id) !== 'collecting' && setup.studio.task(task.id)?.failure !== null,
      () => describeTask(setup, task.id)
    )
    expect(['support', 'done']).toContain(setup.phaseOf(task.id))
    expect(setup.callsTo('submit')).toBe(1)
  })
})
