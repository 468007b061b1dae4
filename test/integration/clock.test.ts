import { describe, expect, it, onTestFinished } from 'vitest'
import type { StudioOptions } from '../../electron/studio.ts'
import { taskTimeText } from '../../renderer/queue/task-text.ts'
import { createSharedManualClock, type SharedManualClock } from './shared-manual-clock.ts'
import { openSetup, standardImageGenerator, type Setup } from './open-setup.ts'
import { openObservedConnection } from './observed-connection.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** 9:00 on 20 November, a day that isn't close to the start or end of a month. */
const startsAt = new Date(2026, 10, 20, 9).getTime()
const jumps = [
  ['forward by a day', day],
  ['back by a day', -day],
  ['forward by a month', 30 * day],
  ['back by a month', -30 * day]
] as const

type Clocked = { readonly setup: Setup; readonly time: SharedManualClock; readonly pass: (durationInMs: number) => Promise<void> }

/** Opens a setup with a manual clock. A task takes 20 to 45 seconds. */
async function openClocked(more: Partial<StudioOptions> = {}): Promise<Clocked> {
  const wire = openObservedConnection()
  onTestFinished(() => wire.close())
  const time = createSharedManualClock(startsAt, wire.isBusy)
  const setup = await openSetup({
    practice: { clock: time.serviceClock, timeScale: 5 },
    studio: { timeScale: 1, clock: time.machineClock(), dispatcherFor: () => wire.dispatcher, ...more }
  })
  await setup.studio.checkContract('now')
  return { setup, time, pass: (durationInMs) => time.passUntil(time.now() + durationInMs) }
}

async function submit({ setup, pass }: Clocked, prompt: string): Promise<string> {
  const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt } })
  await pass(1_000)
  return id
}

/** Returns the time text that the window shows for a task. `wrongByInMs`: the error of the machine's clock. */
function shown({ setup, time }: Clocked, id: string, wrongByInMs: number): string {
  const task = setup.studio.task(id)
  if (task === null) throw new Error('The task doesn’t exist.')
  const { upper, lower } = taskTimeText(task, null, true, time.now() + wrongByInMs)
  return lower === null ? upper : `${upper}, ${lower}`
}

describe('a clock that is set to another day', () => {
  it('releases a task that the previous day’s limit kept on hold, and counts it towards the new day’s limit', async () => {
    let dailyLimit: number | null = null
    const clocked = await openClocked({ spendingRules: () => ({ dailyLimit, confirmAbove: null, asksBeforeTwins: false }) })
    const { setup, time, pass } = clocked
    const first = await submit(clocked, 'within the limit')
    const second = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'beyond it' } })
    dailyLimit = 9
    await pass(2 * minute)
    expect([first, second.id].map((id) => setup.studio.task(id)?.phase)).toEqual(['done', 'held'])
    time.setClockBy(day)
    await pass(12 * minute)
    expect(setup.studio.task(second.id)?.phase).toBe('done')
    await expect(setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'once more' } })).rejects.toMatchObject({
      guards: [{ kind: 'limit', committed: 5 }]
    })
  })
})

describe.each(jumps)('a clock that is set %s', (_how, byInMs) => {
  it('while Kiln is open changes neither the polling rate nor new tasks', async () => {
    const clocked = await openClocked()
    const { setup, time, pass } = clocked
    const running = await submit(clocked, 'before')
    expect(setup.studio.task(running)?.phase).toBe('running')
    const before = setup.callsTo('/query')
    time.setClockBy(byInMs)
    await pass(20_000)
    expect(setup.studio.task(running)?.phase).toBe('running')
    const asked = setup.callsTo('/query') - before
    expect(asked).toBeGreaterThanOrEqual(1)
    expect(asked).toBeLessThanOrEqual(5)

    const next = await submit(clocked, 'after')
    await pass(2 * minute)
    expect([running, next].map((id) => setup.studio.task(id)?.phase)).toEqual(['done', 'done'])
    expect([setup.charges(), setup.callsTo('/submit')]).toEqual([2, 2])
    expect(setup.studio.account()).toMatchObject({ hold: null, isOnline: true })
  })

  it('while Kiln is closed neither loses a sent task nor sends it again', async () => {
    const clocked = await openClocked()
    const { setup, time, pass } = clocked
    const running = await submit(clocked, 'before')
    setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    setup.practice.faults.add({ on: 'recent', times: 2, do: { kind: 'error', httpStatus: 503, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const lost = await submit(clocked, 'no answer')
    expect(setup.studio.task(lost)?.phase).toBe('unconfirmed')
    await setup.studio.close()
    time.setClockBy(byInMs)
    await pass(5 * minute)
    await setup.reopen({ clock: time.machineClock() })
    const before = setup.callsTo('/query')
    await pass(3 * minute)
    expect([running, lost].map((id) => setup.studio.task(id)?.phase)).toEqual(['done', 'done'])
    expect([setup.charges(), setup.callsTo('/submit')]).toEqual([2, 2])
    expect(setup.callsTo('/query') - before).toBeLessThanOrEqual(10)
  })

  it('doesn’t make the window show waits as long as the jump', async () => {
    const clocked = await openClocked()
    const { setup, time, pass } = clocked
    setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    setup.practice.faults.add({ on: 'recent', times: 9, do: { kind: 'error', httpStatus: 503, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const lost = await submit(clocked, 'no answer')
    const running = await submit(clocked, 'runs')
    time.setClockBy(byInMs)
    await pass(10_000)
    const now = shown(clocked, lost, byInMs)
    expect(now).toMatch(/^checking recent tasks, next check in \d+ s$|^checking recent tasks$/)
    // With the clock set back, the task starts in the future. Its elapsed time is unknown, so its start time is shown instead.
    if (byInMs < 0) expect(shown(clocked, running, byInMs)).toBe('since 20 Nov, 09:00')
    await pass(5 * minute)
    expect([lost, running].map((id) => setup.studio.task(id)?.phase)).toEqual(['done', 'done'])
    expect(setup.charges()).toBe(2)
  })
})
