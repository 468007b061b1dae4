import { describe, expect, it } from 'vitest'
import { openRogueSetup, waitForRogue } from '../open-rogue-setup.ts'
import { callFault, rogueErrorResponse } from '../personality.ts'

describe('M2: a retry that gets a 402 after the first response was lost', () => {
  it('continues automatically once there are credits', async () => {
    const setup = await openRogueSetup({
      recent: { presence: 'missing' },
      faults: [
        callFault({ on: 'submit', only: 'first', does: { kind: 'reset' }, afterWork: true }),
        callFault({ on: 'submit', only: 'repetition', does: rogueErrorResponse(402, 'NEED_PURCHASE_CREDITS') })
      ]
    })
    const task = await setup.ask()
    await waitForRogue(() => setup.studio.account().hold === 'credits')
    setup.service.change({ faults: [] })
    await setup.until(task.id, 'done')
    expect([setup.charges(), setup.studio.account().hold]).toEqual([1, null])
  })
})
