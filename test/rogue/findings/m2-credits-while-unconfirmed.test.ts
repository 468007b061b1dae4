import { describe, expect, it } from 'vitest'
import { openRogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind } from '../personality.ts'

describe('M2: a retry that gets a 402 after the first response was lost', () => {
  it('continues automatically once there are credits', async () => {
    const setup = await openRogueSetup({
      recent: { presence: 'missing' },
      faults: [
        createCallFault({ on: 'submit', only: 'first', does: { kind: 'reset' }, afterWork: true }),
        createCallFault({ on: 'submit', only: 'repetition', does: createErrorFaultKind(402, 'NEED_PURCHASE_CREDITS') })
      ]
    })
    const task = await setup.ask()
    await waitForRogueCondition(() => setup.studio.account().hold === 'credits')
    setup.service.change({ faults: [] })
    await setup.until(task.id, 'done')
    expect([setup.charges(), setup.studio.account().hold]).toEqual([1, null])
  })
})
