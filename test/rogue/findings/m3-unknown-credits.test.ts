import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { createCallFault, type CallFaultKind, createErrorFaultKind } from '../personality.ts'

const contactSupport = { recovery: 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID' } as const

describe('M3: credits that the service can’t account for', () => {
  it.each<[string, CallFaultKind]>([
    ['REFUND_OUTCOME_UNKNOWN', createErrorFaultKind(503, 'REFUND_OUTCOME_UNKNOWN', contactSupport)],
    ['BILLING_OUTCOME_UNKNOWN', createErrorFaultKind(503, 'BILLING_OUTCOME_UNKNOWN', contactSupport)],
    ['BILLING_INVARIANT_FAILED', createErrorFaultKind(502, 'BILLING_INVARIANT_FAILED')]
  ])('are pending if a query returns %s', async (_, does) => {
    const setup = await openRogueSetup({ faults: [createCallFault({ on: 'query', does })] })
    const task = await setup.ask()
    const end = await setup.until(task.id, 'support')
    expect([end.credits.state, end.credits.consumed]).toEqual(['pending', 5])
  })
})
