import { describe, expect, it, onTestFinished } from 'vitest'
import type { PracticeOptions } from '../../electron/practice/practice-service.ts'
import type { StudioOptions } from '../../electron/studio.ts'
import type { SpendingRules } from '../../shared/spending.ts'
import { createHandDrivenTime } from './hand-driven-time.ts'
import { openStory, standard, third, waitFor, type Story } from './open-story.ts'
import { openWatchedWire } from './watched-wire.ts'

const vase = { capability: standard, values: { prompt: 'a celadon vase' } }
const dearer = (credits: number | null) => ({ kind: 'set-price' as const, capability: standard, credits })

async function openOutbox(studio: Partial<StudioOptions> = {}, practice: PracticeOptions = {}) {
  const wire = openWatchedWire()
  const story = await openStory({ practice, studio: { dispatcherFor: () => wire.dispatcher, ...studio } })
  onTestFinished(() => wire.close())
  await story.studio.lookAtContract('now')
  return {
    story,
    wire,
    goOffline: () => {
      wire.isCut = () => true
    },
    comeBack: () => {
      wire.isCut = () => false
      story.studio.wake()
    }
  }
}

const questionOf = (story: Story, id: string) => story.studio.task(id)?.question ?? null

describe('what is asked for while the network is away', () => {
  it('waits with its files, and is sent once with its key when the network is back', async () => {
    const { story, goOffline, comeBack } = await openOutbox()
    const photo = await story.picture('photo.png')
    goOffline()
    const tasks = [
      await story.studio.submit(vase),
      await story.studio.submit({ capability: third, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } }),
      await story.studio.submit({ capability: 'text-to-speech', values: { text: 'Clay' } })
    ]
    await waitFor(() => !story.studio.account().isOnline)
    // Many tries later it still stands in the queue, untouched.
    await waitFor(() => story.studio.tasks().every(({ phase }) => phase === 'queued'))
    expect(story.callsTo('/submit')).toBe(0)
    const told = tasks.flatMap(({ id }) => story.studio.timeline(id).map(({ words }) => words))
    expect(told).toContain('It did not leave this computer (ENETUNREACH). It waits for the network.')
    comeBack()
    for (const { id, idempotencyKey } of tasks) {
      const done = await story.until(id, 'done')
      expect([done.idempotencyKey, done.attempt]).toEqual([idempotencyKey, 1])
      expect(story.charges(done.taskId)).toBe(1)
    }
    expect(story.callsTo('/submit')).toBe(3)
    expect(story.studio.account().isOnline).toBe(true)
  })

  it('finds the network by itself, without a word from the system', async () => {
    const { story, wire, goOffline } = await openOutbox()
    goOffline()
    const { id } = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    wire.isCut = () => false
    const done = await story.until(id, 'done')
    expect(story.charges(done.taskId)).toBe(1)
  })

  it('is told as offline even before anything is asked for', async () => {
    const { story, goOffline } = await openOutbox()
    goOffline()
    await expect(story.studio.lookAtContract('now')).rejects.toThrow(/could not be read/)
    expect(story.studio.account().isOnline).toBe(false)
  })

  it('leaves a service alone that can be reached, when only the place of its files cannot', async () => {
    const { story, wire } = await openOutbox()
    const photo = await story.picture('photo.png')
    wire.isCut = (origin) => origin === story.practice.storageUrl
    const withFile = await story.studio.submit({ capability: third, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } })
    await waitFor(() => story.callsTo('/files/upload') >= 2)
    const withoutFile = await story.studio.submit(vase)
    await story.until(withoutFile.id, 'collecting')
    expect(story.studio.account().isOnline).toBe(true)
    wire.isCut = () => false
    await story.until(withFile.id, 'done')
    await story.until(withoutFile.id, 'done')
  })
})

describe('a price that has moved while a task waited', () => {
  it('upwards is asked about before anything is sent, and paid once a person says yes', async () => {
    const { story, goOffline, comeBack } = await openOutbox()
    const photo = await story.picture('photo.png')
    goOffline()
    const { id, idempotencyKey } = await story.studio.submit({ ...vase, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } })
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(7)])
    comeBack()
    const held = await story.until(id, 'held')
    expect(held).toMatchObject({ hold: null, question: { kind: 'price', before: 5, now: 7 }, can: { cancel: true } })
    expect(story.studio.timeline(id).at(-1)?.words).toBe('Not sent: it cost 5 credits when it was asked for, and it costs 7 credits now.')
    // Not by an account that is mended, nor by a restart: only by a person.
    await story.studio.resume()
    await story.reopen()
    expect(questionOf(story, id)).toEqual({ kind: 'price', before: 5, now: 7 })
    expect([story.callsTo('/submit'), story.callsTo('/files/upload')]).toEqual([0, 0])

    story.studio.agreeToPrice(id)
    const done = await story.until(id, 'done')
    expect(done).toMatchObject({ idempotencyKey, credits: { estimated: 7, consumed: 7, state: 'charged' } })
    expect(story.practice.ledger().map(({ credits }) => credits)).toEqual([7])
    expect(() => story.studio.agreeToPrice(id)).toThrow(/does not wait for your word/)
  })

  it('upwards is taken back by a person, and nothing is spent', async () => {
    const { story, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(6)])
    comeBack()
    await story.until(id, 'held')
    story.studio.cancel(id)
    expect(story.studio.task(id)).toMatchObject({ phase: 'cancelled', question: null, credits: { state: 'not-charged' } })
    expect(story.practice.ledger()).toEqual([])
  })

  it.each([
    ['is the same', 5],
    ['is lower', 4]
  ])('goes on by itself when it %s', async (_how, credits) => {
    const { story, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(credits)])
    comeBack()
    await story.until(id, 'done')
    expect(story.practice.ledger().map((entry) => entry.credits)).toEqual([credits])
  })

  it('to where nobody can tell it is asked about too', async () => {
    const { story, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(null)])
    comeBack()
    await story.until(id, 'held')
    expect(questionOf(story, id)).toEqual({ kind: 'price', before: 5, now: null })
    story.studio.agreeToPrice(id)
    await story.until(id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('and falls again asks no more', async () => {
    const { story, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(9)])
    comeBack()
    await story.until(id, 'held')
    story.practice.contract.move([dearer(8)])
    await story.studio.lookAtContract('now')
    await waitFor(() => JSON.stringify(questionOf(story, id)) === JSON.stringify({ kind: 'price', before: 5, now: 8 }))
    story.practice.contract.move([dearer(5)])
    await story.studio.lookAtContract('now')
    await story.until(id, 'done')
    expect(story.practice.ledger().map(({ credits }) => credits)).toEqual([5])
  })

  it('while Kiln was closed is seen at the next start, before anything is sent', async () => {
    const { story, wire, goOffline } = await openOutbox()
    goOffline()
    const { id } = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    await story.studio.close()
    story.practice.contract.move([dearer(6)])
    wire.isCut = () => false
    await story.reopen()
    await story.until(id, 'held')
    expect(questionOf(story, id)).toEqual({ kind: 'price', before: 5, now: 6 })
    expect(story.callsTo('/submit')).toBe(0)
  })

  it('is looked up anew for what was asked for long ago', async () => {
    const wire = openWatchedWire()
    onTestFinished(() => wire.close())
    const time = createHandDrivenTime(Date.now(), wire.isBusy)
    const story = await openStory({
      practice: { clock: time.serviceClock, timeScale: 1 },
      studio: { clock: time.machineClock(), timeScale: 1, dispatcherFor: () => wire.dispatcher, pace: { batchRowsAtOnce: 1 } }
    })
    await story.studio.lookAtContract('now')
    const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: ['a', 'b', 'c'] }] }
    const wish = { capability: standard, values: {}, source, onProgress: () => undefined, signal: new AbortController().signal }
    const { id } = await story.studio.startBatch((await story.studio.planBatch(wish)).id, { leaveOutBad: false })
    story.studio.stopBatch(id)
    story.practice.contract.move([dearer(6)])
    // The idle app has not read the contract again yet.
    await time.passUntil(time.now() + 15 * 60_000)
    const reads = story.callsTo('/capabilities')
    story.studio.resumeBatch(id)
    await time.passUntil(time.now() + 60_000)
    const sent = story.practice.ledger().length
    expect(story.studio.tasks().map(({ question }) => question?.kind)).toEqual(Array.from({ length: 3 - sent }, () => 'price'))
    expect(story.callsTo('/capabilities')).toBe(reads + 1)
    expect(sent).toBe(0)
  })

  it('while the account stood in the way is seen before anything is sent', async () => {
    const { story } = await openOutbox()
    await story.practice.account.change({ isSubscribed: false })
    const { id } = await story.studio.submit(vase)
    await story.until(id, 'held')
    story.practice.contract.move([dearer(6)])
    await story.practice.account.change({ isSubscribed: true })
    await waitFor(() => story.practice.ledger().length > 0 || questionOf(story, id) !== null)
    expect(story.practice.ledger().map(({ credits }) => credits)).toEqual([])
  })

  it('is asked about once for a whole batch', async () => {
    const { story, goOffline, comeBack } = await openOutbox()
    const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: ['a', 'b', 'c', 'd'] }] }
    const wish = { capability: standard, values: {}, source, onProgress: () => undefined, signal: new AbortController().signal }
    const plan = await story.studio.planBatch(wish)
    goOffline()
    const batch = await story.studio.startBatch(plan.id, { leaveOutBad: false })
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(6)])
    comeBack()
    await waitFor(() => story.studio.tasks().every(({ question }) => question?.kind === 'price'))
    expect(story.callsTo('/submit')).toBe(0)
    story.studio.agreeToPricesOfBatch(batch.id)
    await waitFor(() => story.studio.tasks().every(({ phase }) => phase === 'done'))
    expect(story.practice.ledger().map(({ credits }) => credits)).toEqual([6, 6, 6, 6])
  })

  it('is not held against what may have been sent already', async () => {
    const { story, wire } = await openOutbox()
    story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    story.practice.faults.add({ on: 'recent', times: 3, do: { kind: 'error', httpStatus: 500, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const { id } = await story.studio.submit(vase)
    await story.until(id, 'unconfirmed')
    wire.isCut = () => true
    await waitFor(() => !story.studio.account().isOnline)
    story.practice.contract.move([dearer(50)])
    wire.isCut = () => false
    await story.until(id, 'done')
    expect(story.practice.ledger().map(({ credits }) => credits)).toEqual([5])
  })
})

describe('the limit of the day', () => {
  it('is judged again when a task is sent, and lets it go once a person raises it', async () => {
    let rules: SpendingRules = { dailyLimit: 12, confirmAbove: null, asksBeforeTwins: false }
    const { story, goOffline, comeBack } = await openOutbox({ spendingRules: () => rules })
    goOffline()
    const first = await story.studio.submit(vase)
    const second = await story.studio.submit(vase)
    await waitFor(() => !story.studio.account().isOnline)
    rules = { ...rules, dailyLimit: 9 }
    comeBack()
    const held = async () => ((await story.until(first.id, 'held', 'done')).phase === 'held' ? first : second)
    await waitFor(() => story.studio.tasks({ phases: ['held'] }).length === 1)
    const waiting = await held()
    expect(questionOf(story, waiting.id)).toEqual({ kind: 'limit', committed: 5, limit: 9, credits: 5 })
    await story.until(waiting.id === first.id ? second.id : first.id, 'done')
    expect(story.charges()).toBe(1)

    story.studio.judgeLimitsAgain()
    expect(questionOf(story, waiting.id)).not.toBeNull()
    rules = { ...rules, dailyLimit: 10 }
    story.studio.judgeLimitsAgain()
    await story.until(waiting.id, 'done')
    expect(story.charges()).toBe(2)
  })

  it('is another one on the next day', async () => {
    const rules: SpendingRules = { dailyLimit: 9, confirmAbove: null, asksBeforeTwins: false }
    let limit = 20
    const wire = openWatchedWire()
    onTestFinished(() => wire.close())
    const evening = new Date(2026, 10, 20, 23, 50).getTime()
    const time = createHandDrivenTime(evening, wire.isBusy)
    const story = await openStory({
      practice: { clock: time.serviceClock, timeScale: 1 },
      studio: {
        clock: time.machineClock(),
        timeScale: 1,
        dispatcherFor: () => wire.dispatcher,
        spendingRules: () => ({ ...rules, dailyLimit: limit })
      }
    })
    await story.studio.lookAtContract('now')
    const first = await story.studio.submit(vase)
    await time.passUntil(time.now() + 60_000)
    expect(story.studio.task(first.id)?.phase).toBe('done')
    wire.isCut = () => true
    const second = await story.studio.submit(vase)
    await time.passUntil(time.now() + 60_000)
    limit = 9
    wire.isCut = () => false
    story.studio.wake()
    await time.passUntil(time.now() + 60_000)
    expect(questionOf(story, second.id)).toMatchObject({ kind: 'limit', committed: 5 })
    await time.passUntil(new Date(2026, 10, 21).getTime() - 1)
    expect(story.studio.task(second.id)?.phase).toBe('held')
    await time.passUntil(new Date(2026, 10, 21, 0, 1).getTime())
    expect(story.studio.task(second.id)?.phase).toBe('done')
    // What was sent today counts for today, though it was asked for yesterday.
    limit = 9
    await expect(story.studio.submit(vase)).rejects.toMatchObject({ guards: [{ kind: 'limit', committed: 5 }] })
  })
})
