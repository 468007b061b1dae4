import { describe, expect, it, onTestFinished } from 'vitest'
import type { StudioOptions } from '../../electron/studio.ts'
import { timeWords } from '../../renderer/queue/task-words.ts'
import { createHandDrivenTime, type HandDrivenTime } from './hand-driven-time.ts'
import { openStory, standard, type Story } from './open-story.ts'
import { openWatchedWire } from './watched-wire.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The twentieth of November, in the morning: both months around it are whole. */
const startsAt = new Date(2026, 10, 20, 9).getTime()
const jumps = [
  ['on by a day', day],
  ['back by a day', -day],
  ['on by a month', 30 * day],
  ['back by a month', -30 * day]
] as const

type Clocked = { readonly story: Story; readonly time: HandDrivenTime; readonly pass: (durationInMs: number) => Promise<void> }

/** A story in which a task takes half a minute, and its machine's clock can be set. */
async function openClocked(more: Partial<StudioOptions> = {}): Promise<Clocked> {
  const wire = openWatchedWire()
  onTestFinished(() => wire.close())
  const time = createHandDrivenTime(startsAt, wire.isBusy)
  const story = await openStory({
    practice: { clock: time.serviceClock, timeScale: 5 },
    studio: { timeScale: 1, clock: time.machineClock(), dispatcherFor: () => wire.dispatcher, ...more }
  })
  await story.studio.lookAtContract('now')
  return { story, time, pass: (durationInMs) => time.passUntil(time.now() + durationInMs) }
}

async function submit({ story, pass }: Clocked, prompt: string): Promise<string> {
  const { id } = await story.studio.submit({ capability: standard, values: { prompt } })
  await pass(1_000)
  return id
}

/** What the window says of a task's time, by the machine's own clock. */
function shown({ story, time }: Clocked, id: string, wrongByInMs: number): string {
  const task = story.studio.task(id)
  if (task === null) throw new Error('There is no such task.')
  const { upper, lower } = timeWords(task, null, true, time.now() + wrongByInMs)
  return lower === null ? upper : `${upper}, ${lower}`
}

describe('a clock that is set to another day', () => {
  it('lets go what only the limit of the day before had held, and counts what is sent for the new one', async () => {
    let dailyLimit: number | null = null
    const clocked = await openClocked({ spendingRules: () => ({ dailyLimit, confirmAbove: null, asksBeforeTwins: false }) })
    const { story, time, pass } = clocked
    const first = await submit(clocked, 'within the limit')
    const second = await story.studio.submit({ capability: standard, values: { prompt: 'beyond it' } })
    dailyLimit = 9
    await pass(2 * minute)
    expect([first, second.id].map((id) => story.studio.task(id)?.phase)).toEqual(['done', 'held'])
    time.setClockBy(day)
    await pass(12 * minute)
    expect(story.studio.task(second.id)?.phase).toBe('done')
    await expect(story.studio.submit({ capability: standard, values: { prompt: 'once more' } })).rejects.toMatchObject({
      guards: [{ kind: 'limit', committed: 5 }]
    })
  })
})

describe.each(jumps)('a clock that is set %s', (_how, byInMs) => {
  it('while Kiln is open: what runs is asked about at its pace, and what is asked for goes', async () => {
    const clocked = await openClocked()
    const { story, time, pass } = clocked
    const running = await submit(clocked, 'before')
    expect(story.studio.task(running)?.phase).toBe('running')
    const before = story.callsTo('/query')
    time.setClockBy(byInMs)
    await pass(20_000)
    expect(story.studio.task(running)?.phase).toBe('running')
    const asked = story.callsTo('/query') - before
    expect(asked).toBeGreaterThanOrEqual(1)
    expect(asked).toBeLessThanOrEqual(5)

    const next = await submit(clocked, 'after')
    await pass(2 * minute)
    expect([running, next].map((id) => story.studio.task(id)?.phase)).toEqual(['done', 'done'])
    expect([story.charges(), story.callsTo('/submit')]).toEqual([2, 2])
    expect(story.studio.account()).toMatchObject({ hold: null, isOnline: true })
  })

  it('while Kiln is closed: what was on its way is found by its key, and nothing is sent twice', async () => {
    const clocked = await openClocked()
    const { story, time, pass } = clocked
    const running = await submit(clocked, 'before')
    story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    story.practice.faults.add({ on: 'recent', times: 2, do: { kind: 'error', httpStatus: 503, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const lost = await submit(clocked, 'no answer')
    expect(story.studio.task(lost)?.phase).toBe('unconfirmed')
    await story.studio.close()
    time.setClockBy(byInMs)
    await pass(5 * minute)
    await story.reopen({ clock: time.machineClock() })
    const before = story.callsTo('/query')
    await pass(3 * minute)
    expect([running, lost].map((id) => story.studio.task(id)?.phase)).toEqual(['done', 'done'])
    expect([story.charges(), story.callsTo('/submit')]).toEqual([2, 2])
    expect(story.callsTo('/query') - before).toBeLessThanOrEqual(10)
  })

  it('leaves no wait as long as the jump in what the window says', async () => {
    const clocked = await openClocked()
    const { story, time, pass } = clocked
    story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    story.practice.faults.add({ on: 'recent', times: 9, do: { kind: 'error', httpStatus: 503, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const lost = await submit(clocked, 'no answer')
    const running = await submit(clocked, 'runs')
    time.setClockBy(byInMs)
    await pass(10_000)
    const now = shown(clocked, lost, byInMs)
    expect(now).toMatch(/^looking in recent tasks, next look in 0:[0-5]\d$|^looking in recent tasks$/)
    // Set back, the clock has no figure for what began in its future: it says when that was.
    if (byInMs < 0) expect(shown(clocked, running, byInMs)).toBe('since 20 Nov, 09:00')
    await pass(5 * minute)
    expect([lost, running].map((id) => story.studio.task(id)?.phase)).toEqual(['done', 'done'])
    expect(story.charges()).toBe(2)
  })
})
