import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { callFault, rogueErrorResponse } from '../personality.ts'

describe('M4: HTTP 409 without a type', () => {
  it.each([
    ['after the work', true],
    ['before the work', false]
  ])('does not refuse a submission: the task is followed or sent again with its key (%s)', async (_, afterWork) => {
    const setup = await openRogueSetup({
      recent: { presence: 'missing' },
      faults: [callFault({ on: 'submit', times: 1, does: rogueErrorResponse(409, null), afterWork })]
    })
    const task = await setup.ask()
    const end = await setup.until(task.id, 'done', 'refused')
    expect([end.phase, end.attempt, setup.charges()]).toEqual(['done', 1, 1])
    expect(setup.service.violations()).toEqual([])
  })
})
