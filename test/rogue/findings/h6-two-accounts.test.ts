import { describe, expect, it } from 'vitest'
import { openRogueSetup, type RogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault } from '../personality.ts'
import { connectTo } from '../../integration/connect-to.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

const answersAreLost = createCallFault({ on: 'submit', does: { kind: 'reset' }, afterWork: true })

function connect(setup: RogueSetup, apiKey: string): Promise<void> {
  return connectTo(setup.studio, { baseUrl: setup.service.url, apiKey: new Secret(apiKey) })
}

function submissionsTo(setup: RogueSetup, account: string): number {
  return setup.service.calls().filter((call) => call.endpoint === 'submit' && call.account === account).length
}

/** Resolves once the account is on hold because of its new key. Also resolves once a request has been sent with that key. */
function untilHeldOrSent(setup: RogueSetup): Promise<void> {
  return waitForRogueCondition(
    () => setup.studio.account().hold === 'account-changed' || submissionsTo(setup, 'second') > 0,
    () => `The account’s hold is ${setup.studio.account().hold ?? 'none'} after its key was replaced with another account’s key.`
  )
}

describe('H6: an API key of another account at the same service', () => {
  it('never sends a task whose response was lost with the first account', async () => {
    const setup = await openRogueSetup({ recent: { presence: 'missing' }, faults: [answersAreLost] })
    const second = setup.service.accounts.create('second')
    const task = await setup.ask()
    await waitForRogueCondition(() => setup.charges() === 1)
    await connect(setup, second.apiKey())
    setup.service.change({ faults: [] })
    await untilHeldOrSent(setup)
    expect(submissionsTo(setup, 'second')).toBe(0)

    // The first account's key is active again. The first account's recent-task list contains the task's idempotency key.
    setup.service.change({ recent: { presence: 'listed' } })
    await connect(setup, setup.service.account.apiKey())
    await setup.until(task.id, 'done')
    expect([setup.charges(), submissionsTo(setup, 'second'), setup.studio.account().hold]).toEqual([1, 0, null])
    expect(setup.service.violations()).toEqual([])
  })

  it('never sends queued tasks of the first account, whose key was revoked', async () => {
    const setup = await openRogueSetup()
    const second = setup.service.accounts.create('second')
    const known = await setup.ask()
    await setup.until(known.id, 'done')
    setup.service.account.revokeKey(setup.service.account.apiKey())
    const tasks = [await setup.ask(), await setup.ask()]
    for (const { id } of tasks) await setup.until(id, 'held')
    await connect(setup, second.apiKey())
    await untilHeldOrSent(setup)
    expect(submissionsTo(setup, 'second')).toBe(0)

    await connect(setup, setup.service.account.addKey())
    for (const { id } of tasks) await setup.until(id, 'done')
    expect([setup.charges(), submissionsTo(setup, 'second')]).toEqual([3, 0])
  })

  it('doesn’t end a task that is running for the first account', async () => {
    // Tasks are handed to support after ten minutes, which last 0.6 s with this `timeScale`.
    const setup = await openRogueSetup({ query: { secondsToFinish: 1_000_000 } }, { timeScale: 0.001 })
    const second = setup.service.accounts.create('second')
    const task = await setup.ask()
    await setup.until(task.id, 'running')
    await connect(setup, second.apiKey())
    await waitForRogueCondition(
      () => setup.studio.account().hold === 'account-changed' || setup.phaseOf(task.id) === 'support',
      () => `The account’s hold is ${setup.studio.account().hold ?? 'none'}.`
    )
    expect(setup.phaseOf(task.id)).toBe('running')

    setup.service.change({ query: { secondsToFinish: 0 } })
    await connect(setup, setup.service.account.apiKey())
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })
})

describe('H6: another API key', () => {
  it('is accepted if the recent tasks contain a task that Kiln knows', async () => {
    const setup = await openRogueSetup()
    const first = await setup.ask()
    await setup.until(first.id, 'done')
    const apiKey = setup.service.account.replaceKeys()
    const task = await setup.ask()
    await setup.until(task.id, 'held')
    await connect(setup, apiKey)
    await setup.until(task.id, 'done')
    expect([setup.charges(), setup.studio.account().hold]).toEqual([2, null])
  })

  it('needs confirmation if nothing shows that the account is the same', async () => {
    const setup = await openRogueSetup({ recent: { presence: 'missing' }, faults: [answersAreLost] })
    const task = await setup.ask()
    await waitForRogueCondition(() => setup.charges() === 1)
    const before = setup.callsTo('submit')
    await connect(setup, setup.service.account.replaceKeys())
    setup.service.change({ faults: [] })
    await waitForRogueCondition(
      () => setup.studio.account().hold === 'account-changed' || setup.phaseOf(task.id) === 'done',
      () => `The account’s hold is ${setup.studio.account().hold ?? 'none'}.`
    )
    expect([setup.studio.account().hold, setup.callsTo('submit')]).toEqual(['account-changed', before])
    setup.studio.confirmSameAccount()
    await setup.until(task.id, 'done')
    expect([setup.charges(), setup.studio.account().hold]).toEqual([1, null])
  })

  it('needs no confirmation if there are no tasks yet', async () => {
    const setup = await openRogueSetup({ recent: { presence: 'missing' } })
    const second = setup.service.accounts.create('second')
    await connect(setup, second.apiKey())
    const task = await setup.ask()
    await setup.until(task.id, 'done')
    expect([submissionsTo(setup, 'second'), setup.studio.account().hold]).toEqual([1, null])
  })
})
