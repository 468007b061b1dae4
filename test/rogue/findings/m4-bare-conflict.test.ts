import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind } from '../personality.ts'

describe('M4: HTTP 409 without a type', () => {
  it.each([
    ['after processing', true],
    ['before processing', false]
  ])('doesn’t reject a submission, which is followed or resent with its idempotency key (%s)', async (_, afterWork) => {
    const setup = await openRogueSetup({
      recent: { presence: 'missing' },
      faults: [createCallFault({ on: 'submit', times: 1, does: createErrorFaultKind(409, null), afterWork })]
    })
    const task = await setup.ask()
    const end = await setup.until(task.id, 'done', 'refused')
    expect([end.phase, end.attempt, setup.charges()]).toEqual(['done', 1, 1])
    expect(setup.service.violations()).toEqual([])
  })
})
