import { describe, expect, it } from 'vitest'
import { openRogueStory, type RogueStory, waitFor } from '../open-rogue-story.ts'
import { callFault } from '../personality.ts'
import { confirmSameAccount, holdOf } from '../planned-studio.ts'

const answersAreLost = callFault({ on: 'submit', does: { kind: 'reset' }, afterWork: true })

function connect(story: RogueStory, apiKey: string): Promise<void> {
  return story.studio.connect({ baseUrl: story.service.url, apiKey })
}

function submissionsTo(story: RogueStory, account: string): number {
  return story.service.calls().filter((call) => call.endpoint === 'submit' && call.account === account).length
}

/** Until the account is held for its new key, or something was sent with that key. */
function untilHeldOrSent(story: RogueStory): Promise<void> {
  return waitFor(
    () => holdOf(story.studio) === 'account-changed' || submissionsTo(story, 'second') > 0,
    () => `The account is held for ${holdOf(story.studio) ?? 'nothing'} after its key was replaced by one of another account.`
  )
}

describe('H6: a key of another account at the same service', () => {
  it('never sends a task whose answer was lost on the first account', async () => {
    const story = await openRogueStory({ recent: { presence: 'missing' }, faults: [answersAreLost] })
    const second = story.service.accounts.create('second')
    const task = await story.ask()
    await waitFor(() => story.charges() === 1)
    await connect(story, second.apiKey())
    story.service.change({ faults: [] })
    await untilHeldOrSent(story)
    expect(submissionsTo(story, 'second')).toBe(0)

    // Back on the first account, whose list names the task by its idempotency key.
    story.service.change({ recent: { presence: 'listed' } })
    await connect(story, story.service.account.apiKey())
    await story.until(task.id, 'done')
    expect([story.charges(), submissionsTo(story, 'second'), holdOf(story.studio)]).toEqual([1, 0, null])
    expect(story.service.violations()).toEqual([])
  })

  it('never sends what waits in the queue of the first account, whose key was revoked', async () => {
    const story = await openRogueStory()
    const second = story.service.accounts.create('second')
    const known = await story.ask()
    await story.until(known.id, 'done')
    story.service.account.revokeKey(story.service.account.apiKey())
    const tasks = [await story.ask(), await story.ask()]
    for (const { id } of tasks) await story.until(id, 'held')
    await connect(story, second.apiKey())
    await untilHeldOrSent(story)
    expect(submissionsTo(story, 'second')).toBe(0)

    await connect(story, story.service.account.addKey())
    for (const { id } of tasks) await story.until(id, 'done')
    expect([story.charges(), submissionsTo(story, 'second')]).toEqual([3, 0])
  })

  it('does not give up a task that the first account is rendering', async () => {
    // Ten minutes, after which only support could tell, are 0.6 s.
    const story = await openRogueStory({ query: { secondsToFinish: 1_000_000 } }, { timeScale: 0.001 })
    const second = story.service.accounts.create('second')
    const task = await story.ask()
    await story.until(task.id, 'running')
    await connect(story, second.apiKey())
    await waitFor(
      () => holdOf(story.studio) === 'account-changed' || story.phaseOf(task.id) === 'support',
      () => `The account is held for ${holdOf(story.studio) ?? 'nothing'}.`
    )
    expect(story.phaseOf(task.id)).toBe('running')

    story.service.change({ query: { secondsToFinish: 0 } })
    await connect(story, story.service.account.apiKey())
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })
})

describe('H6: another key of the same account', () => {
  it('continues where the recent tasks name a task that Kiln knows', async () => {
    const story = await openRogueStory()
    const first = await story.ask()
    await story.until(first.id, 'done')
    const apiKey = story.service.account.replaceKeys()
    const task = await story.ask()
    await story.until(task.id, 'held')
    await connect(story, apiKey)
    await story.until(task.id, 'done')
    expect([story.charges(), holdOf(story.studio)]).toEqual([2, null])
  })

  it('waits for the person where nothing shows that it is the same account, and then continues', async () => {
    const story = await openRogueStory({ recent: { presence: 'missing' }, faults: [answersAreLost] })
    const task = await story.ask()
    await waitFor(() => story.charges() === 1)
    const before = story.callsTo('submit')
    await connect(story, story.service.account.replaceKeys())
    story.service.change({ faults: [] })
    await waitFor(
      () => holdOf(story.studio) === 'account-changed' || story.phaseOf(task.id) === 'done',
      () => `The account is held for ${holdOf(story.studio) ?? 'nothing'}.`
    )
    expect([holdOf(story.studio), story.callsTo('submit')]).toEqual(['account-changed', before])
    await confirmSameAccount(story.studio)
    await story.until(task.id, 'done')
    expect([story.charges(), holdOf(story.studio)]).toEqual([1, null])
  })

  it('asks nothing where there is no task yet', async () => {
    const story = await openRogueStory({ recent: { presence: 'missing' } })
    const second = story.service.accounts.create('second')
    await connect(story, second.apiKey())
    const task = await story.ask()
    await story.until(task.id, 'done')
    expect([submissionsTo(story, 'second'), holdOf(story.studio)]).toEqual([1, null])
  })
})
