import { describe, expect, it } from 'vitest'
import type { Studio } from '../../../electron/studio.ts'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind } from '../personality.ts'

describe('L2: a service that asks for a wait of days', () => {
  it.each<[string, (studio: Studio, id: string) => void | Promise<void>]>([
    ['checks the task again', (studio, id) => studio.checkNow(id)],
    ['resumes the account', (studio) => studio.resume()]
  ])('gets a submission sooner if the user %s', async (_, act) => {
    const retryAfter = { as: 'seconds', seconds: 3 * 86_400 } as const
    const setup = await openRogueSetup({
      faults: [createCallFault({ on: 'submit', does: createErrorFaultKind(429, 'RATE_LIMITED', { retryAfter }) })]
    })
    const task = await setup.ask()
    await setup.until(task.id, 'submitting')
    await expect.poll(() => setup.studio.account().slowedUntil).not.toBeNull()
    setup.service.change({ faults: [] })
    await act(setup.studio, task.id)
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })
})
