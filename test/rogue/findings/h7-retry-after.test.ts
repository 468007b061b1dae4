import { describe, expect, it } from 'vitest'
import { openRogueSetup, type RogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind, type Personality, type RetryAfter } from '../personality.ts'

/** A service second lasts 100 ms. A wait can then be distinguished from the duration of a loopback call. */
const timeScale = 0.1
const secondInMs = 1_000 * timeScale
/** Timers may fire a little early. */
const shortestWaitInMs = secondInMs * 0.9

/** Returns the shortest time between two successive calls to `endpoint`, in real milliseconds by the service's clock. */
function shortestGapInMs(setup: RogueSetup, endpoint: string): number {
  const times = setup.service.calls().flatMap((call) => (call.endpoint === endpoint ? [call.at] : []))
  return Math.min(...times.slice(1).map((at, place) => at - (times[place] as number)))
}

const waits: readonly (readonly [string, RetryAfter, Personality['clock']['aheadInRealSeconds']])[] = [
  ['0', { as: 'seconds', seconds: 0 }, 0],
  ['a negative number', { as: 'text', text: '-3' }, 0],
  ['a past date', { as: 'date', form: 'imf-fixdate', inSeconds: -120 }, 0],
  ['a past RFC 850 date', { as: 'date', form: 'rfc-850', inSeconds: -120 }, 0],
  ['a past asctime date', { as: 'date', form: 'asctime', inSeconds: -120 }, 0],
  ['a date from a slow clock', { as: 'date', form: 'imf-fixdate', inSeconds: 1 }, -300],
  ['text that a lenient parser reads as a year', { as: 'text', text: 'abc 1' }, 0]
]

describe('H7: a service that asks for no wait', () => {
  describe.each([
    ['429', createErrorFaultKind(429, 'RATE_LIMITED')],
    ['503', createErrorFaultKind(503, 'QUEUE_SERVICE_UNAVAILABLE')]
  ])('with %s', (_, answer) => {
    it.each(waits)('gets no submission within a second of the last if Retry-After is %s', async (__, retryAfter, aheadInRealSeconds) => {
      const setup = await openRogueSetup(
        { clock: { aheadInRealSeconds }, faults: [createCallFault({ on: 'submit', times: 4, does: { ...answer, retryAfter } })] },
        { timeScale }
      )
      const task = await setup.ask()
      await setup.until(task.id, 'done')
      expect(setup.callsTo('submit')).toBe(5)
      expect(shortestGapInMs(setup, 'submit')).toBeGreaterThanOrEqual(shortestWaitInMs)
      expect(setup.service.violations()).toEqual([])
    })
  })

  it('doesn’t delay Kiln longer than it asks if its clock is ahead', async () => {
    const retryAfter: RetryAfter = { as: 'date', form: 'imf-fixdate', inSeconds: 2 }
    const setup = await openRogueSetup(
      {
        clock: { aheadInRealSeconds: 3_600 },
        faults: [createCallFault({ on: 'submit', times: 1, does: createErrorFaultKind(429, 'RATE_LIMITED', { retryAfter }) })]
      },
      { timeScale: 0.01 }
    )
    const task = await setup.ask()
    // A wait of an hour would take 36 s here.
    await setup.until(task.id, 'done')
    expect(setup.callsTo('submit')).toBe(2)
  })

  it.each([0, -1, 1])('gets at most one query a second if retryAfterMs is %d', async (retryAfterMs) => {
    const setup = await openRogueSetup({ query: { retryAfterMs, secondsToFinish: 20 } }, { timeScale })
    const task = await setup.ask()
    await setup.until(task.id, 'done')
    expect(setup.callsTo('query')).toBeLessThanOrEqual(21)
    expect(setup.service.violations()).toEqual([])
  })

  it('gets at most one query a second if an error names a past date', async () => {
    const retryAfter: RetryAfter = { as: 'date', form: 'imf-fixdate', inSeconds: -120 }
    const setup = await openRogueSetup(
      { faults: [createCallFault({ on: 'query', times: 4, does: createErrorFaultKind(503, 'UPSTREAM_BUSY', { retryAfter }) })] },
      { timeScale }
    )
    const task = await setup.ask()
    await waitForRogueCondition(() => setup.callsTo('query') > 3)
    expect(shortestGapInMs(setup, 'query')).toBeGreaterThanOrEqual(shortestWaitInMs)
    await setup.until(task.id, 'done')
  })
})
