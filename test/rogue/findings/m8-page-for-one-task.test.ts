import { describe, expect, it } from 'vitest'
import { openRogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault } from '../personality.ts'

describe('M8: an HTML page in response to one task’s status query', () => {
  it.each([200, 403])('with status %d doesn’t take the account offline while everything else works', async (status) => {
    const setup = await openRogueSetup({ faults: [createCallFault({ on: 'query', task: 0, does: { kind: 'page', status } })] })
    let timesOffline = 0
    setup.studio.subscribe((event) => {
      if (event.kind === 'account' && !event.account.isOnline) timesOffline += 1
    })
    const struck = await setup.ask()
    await waitForRogueCondition(() => setup.callsTo('query') >= 2)
    for (let made = 0; made < 5; made += 1) {
      const { id } = await setup.ask()
      await setup.until(id, 'done')
    }
    const taskId = setup.known(struck.id)?.taskId
    const pages = (): number => setup.service.calls().filter((call) => call.endpoint === 'query' && call.taskId === taskId).length
    await waitForRogueCondition(() => pages() >= 6)
    expect([timesOffline, setup.studio.account().isOnline, setup.studio.account().networkBlock]).toEqual([0, true, null])
    // Each HTML page may cause one free call, in addition to the two requests for the contract.
    expect(setup.callsTo('catalog')).toBeLessThanOrEqual(pages() + 2)

    setup.service.change({ faults: [] })
    await setup.until(struck.id, 'done')
  })
})
