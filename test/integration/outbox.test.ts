import { describe, expect, it, onTestFinished } from 'vitest'
import type { PracticeOptions } from '../../electron/practice/practice-service.ts'
import type { StudioOptions } from '../../electron/studio.ts'
import type { SpendingSettings } from '../../shared/task/spending.ts'
import { createSharedManualClock } from './shared-manual-clock.ts'
import { openSetup, standardImageGenerator, imageGenerator3, waitFor, type Setup } from './open-setup.ts'
import { openObservedConnection } from './observed-connection.ts'
import { timelineTexts } from '../shared/phrases/phrase-texts.ts'

const vase = { capability: standardImageGenerator, values: { prompt: 'a celadon vase' } }
const dearer = (credits: number | null) => ({ kind: 'set-price' as const, capability: standardImageGenerator, credits })

async function openOutbox(studio: Partial<StudioOptions> = {}, practice: PracticeOptions = {}) {
  const wire = openObservedConnection()
  const setup = await openSetup({ practice, studio: { dispatcherFor: () => wire.dispatcher, ...studio } })
  onTestFinished(() => wire.close())
  await setup.studio.checkContract('now')
  return {
    setup,
    wire,
    goOffline: () => {
      wire.isCut = () => true
    },
    comeBack: () => {
      wire.isCut = () => false
      setup.studio.wake()
    }
  }
}

const questionOf = (setup: Setup, id: string) => setup.studio.task(id)?.question ?? null

describe('a studio that is offline', () => {
  it('keeps tasks with their files, and sends each once with its idempotency key when the network is back', async () => {
    const { setup, goOffline, comeBack } = await openOutbox()
    const photo = await setup.picture('photo.png')
    goOffline()
    const tasks = [
      await setup.studio.submit(vase),
      await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } }),
      await setup.studio.submit({ capability: 'text-to-speech', values: { text: 'Clay' } })
    ]
    await waitFor(() => !setup.studio.account().isOnline)
    // Despite many retries, the tasks are still queued and unchanged.
    await waitFor(() => setup.studio.tasks().every(({ phase }) => phase === 'queued'))
    expect(setup.callsTo('/submit')).toBe(0)
    const told = tasks.flatMap(({ id }) => timelineTexts(setup.studio.timeline(id)))
    expect(told).toContain('Not sent (ENETUNREACH). Waiting for the network.')
    comeBack()
    for (const { id, idempotencyKey } of tasks) {
      const done = await setup.until(id, 'done')
      expect([done.idempotencyKey, done.attempt]).toEqual([idempotencyKey, 1])
      expect(setup.charges(done.taskId)).toBe(1)
    }
    expect(setup.callsTo('/submit')).toBe(3)
    expect(setup.studio.account().isOnline).toBe(true)
  })

  it('detects the network automatically, without a system event', async () => {
    const { setup, wire, goOffline } = await openOutbox()
    goOffline()
    const { id } = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    wire.isCut = () => false
    const done = await setup.until(id, 'done')
    expect(setup.charges(done.taskId)).toBe(1)
  })

  it('reports that it’s offline even before a task is submitted', async () => {
    const { setup, goOffline } = await openOutbox()
    goOffline()
    await expect(setup.studio.checkContract('now')).rejects.toThrow(/couldn’t be loaded/)
    expect(setup.studio.account().isOnline).toBe(false)
  })

  it('keeps using a service if only its file storage can’t be reached', async () => {
    const { setup, wire } = await openOutbox()
    const photo = await setup.picture('photo.png')
    wire.isCut = (origin) => origin === setup.practice.storageUrl
    const withFile = await setup.studio.submit({
      capability: imageGenerator3,
      values: { prompt: 'glaze it', imageUrls: [{ file: photo }] }
    })
    await waitFor(() => setup.callsTo('/files/upload') >= 2)
    const withoutFile = await setup.studio.submit(vase)
    await setup.until(withoutFile.id, 'collecting')
    expect(setup.studio.account().isOnline).toBe(true)
    wire.isCut = () => false
    await setup.until(withFile.id, 'done')
    await setup.until(withoutFile.id, 'done')
  })
})

describe('a price that changes while a task waits', () => {
  it('needs confirmation if it’s higher, and is charged once the user accepts', async () => {
    const { setup, goOffline, comeBack } = await openOutbox()
    const photo = await setup.picture('photo.png')
    goOffline()
    const { id, idempotencyKey } = await setup.studio.submit({ ...vase, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } })
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(7)])
    comeBack()
    const held = await setup.until(id, 'held')
    expect(held).toMatchObject({ hold: null, question: { kind: 'price', before: 5, now: 7 }, can: { cancel: true } })
    expect(timelineTexts(setup.studio.timeline(id)).at(-1)).toBe(
      'Not sent. The price was 5 credits when this task was queued. The current price is 7 credits.'
    )
    // Neither resuming the account nor a restart sends the task. Only the user's confirmation does.
    await setup.studio.resume()
    await setup.reopen()
    expect(questionOf(setup, id)).toEqual({ kind: 'price', before: 5, now: 7 })
    expect([setup.callsTo('/submit'), setup.callsTo('/files/upload')]).toEqual([0, 0])

    setup.studio.agree(id, 'price')
    const done = await setup.until(id, 'done')
    expect(done).toMatchObject({ idempotencyKey, credits: { estimated: 7, consumed: 7, state: 'charged' } })
    expect(setup.practice.ledger().map(({ credits }) => credits)).toEqual([7])
    expect(() => setup.studio.agree(id, 'price')).toThrow(/no longer needs your confirmation/)
  })

  it('lets the user cancel if it’s higher, and nothing is charged', async () => {
    const { setup, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(6)])
    comeBack()
    await setup.until(id, 'held')
    setup.studio.cancel(id)
    expect(setup.studio.task(id)).toMatchObject({ phase: 'cancelled', question: null, credits: { state: 'not-charged' } })
    expect(setup.practice.ledger()).toEqual([])
  })

  it.each([
    ['is the same', 5],
    ['is lower', 4]
  ])('needs no confirmation if it %s', async (_how, credits) => {
    const { setup, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(credits)])
    comeBack()
    await setup.until(id, 'done')
    expect(setup.practice.ledger().map((entry) => entry.credits)).toEqual([credits])
  })

  it('needs confirmation if it’s unknown', async () => {
    const { setup, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(null)])
    comeBack()
    await setup.until(id, 'held')
    expect(questionOf(setup, id)).toEqual({ kind: 'price', before: 5, now: null })
    setup.studio.agree(id, 'price')
    await setup.until(id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('needs no confirmation once it has fallen again', async () => {
    const { setup, goOffline, comeBack } = await openOutbox()
    goOffline()
    const { id } = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(9)])
    comeBack()
    await setup.until(id, 'held')
    setup.practice.contract.move([dearer(8)])
    await setup.studio.checkContract('now')
    await waitFor(() => JSON.stringify(questionOf(setup, id)) === JSON.stringify({ kind: 'price', before: 5, now: 8 }))
    setup.practice.contract.move([dearer(5)])
    await setup.studio.checkContract('now')
    await setup.until(id, 'done')
    expect(setup.practice.ledger().map(({ credits }) => credits)).toEqual([5])
  })

  it('is detected at the next start if Kiln was closed, before anything is sent', async () => {
    const { setup, wire, goOffline } = await openOutbox()
    goOffline()
    const { id } = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    await setup.studio.close()
    setup.practice.contract.move([dearer(6)])
    wire.isCut = () => false
    await setup.reopen()
    await setup.until(id, 'held')
    expect(questionOf(setup, id)).toEqual({ kind: 'price', before: 5, now: 6 })
    expect(setup.callsTo('/submit')).toBe(0)
  })

  it('is read again before an old request is sent', async () => {
    const wire = openObservedConnection()
    onTestFinished(() => wire.close())
    const time = createSharedManualClock(Date.now(), wire.isBusy)
    const setup = await openSetup({
      practice: { clock: time.serviceClock, timeScale: 1 },
      studio: { clock: time.machineClock(), timeScale: 1, dispatcherFor: () => wire.dispatcher, limits: { concurrentBatchRows: 1 } }
    })
    await setup.studio.checkContract('now')
    const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: ['a', 'b', 'c'] }] }
    const options = {
      capability: standardImageGenerator,
      values: {},
      source,
      onProgress: () => undefined,
      signal: new AbortController().signal
    }
    const { id } = await setup.studio.startBatch((await setup.studio.planBatch(options)).id, { skipInvalid: false })
    setup.studio.stopBatch(id)
    setup.practice.contract.move([dearer(6)])
    // While the batch is stopped, Kiln is idle and doesn't read the changed contract.
    await time.passUntil(time.now() + 15 * 60_000)
    const reads = setup.callsTo('/capabilities')
    setup.studio.resumeBatch(id)
    await time.passUntil(time.now() + 60_000)
    const sent = setup.practice.ledger().length
    expect(setup.studio.tasks().map(({ question }) => question?.kind)).toEqual(Array.from({ length: 3 - sent }, () => 'price'))
    expect(setup.callsTo('/capabilities')).toBe(reads + 1)
    expect(sent).toBe(0)
  })

  it('is detected after the account was on hold, before anything is sent', async () => {
    const { setup } = await openOutbox()
    await setup.practice.account.change({ isSubscribed: false })
    const { id } = await setup.studio.submit(vase)
    await setup.until(id, 'held')
    setup.practice.contract.move([dearer(6)])
    await setup.practice.account.change({ isSubscribed: true })
    await waitFor(() => setup.practice.ledger().length > 0 || questionOf(setup, id) !== null)
    expect(setup.practice.ledger().map(({ credits }) => credits)).toEqual([])
  })

  it('is confirmed once for a whole batch', async () => {
    const { setup, goOffline, comeBack } = await openOutbox()
    const source = { way: 'grid' as const, axes: [{ field: 'prompt', values: ['a', 'b', 'c', 'd'] }] }
    const options = {
      capability: standardImageGenerator,
      values: {},
      source,
      onProgress: () => undefined,
      signal: new AbortController().signal
    }
    const plan = await setup.studio.planBatch(options)
    goOffline()
    const batch = await setup.studio.startBatch(plan.id, { skipInvalid: false })
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(6)])
    comeBack()
    await waitFor(() => setup.studio.tasks().every(({ question }) => question?.kind === 'price'))
    expect(setup.callsTo('/submit')).toBe(0)
    setup.studio.agreeInBatch(batch.id, 'price')
    await waitFor(() => setup.studio.tasks().every(({ phase }) => phase === 'done'))
    expect(setup.practice.ledger().map(({ credits }) => credits)).toEqual([6, 6, 6, 6])
  })

  it('isn’t checked for a task that may have been sent already', async () => {
    const { setup, wire } = await openOutbox()
    setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
    setup.practice.faults.add({ on: 'recent', times: 3, do: { kind: 'error', httpStatus: 500, errorType: 'TASK_SERVICE_UNAVAILABLE' } })
    const { id } = await setup.studio.submit(vase)
    await setup.until(id, 'unconfirmed')
    wire.isCut = () => true
    await waitFor(() => !setup.studio.account().isOnline)
    setup.practice.contract.move([dearer(50)])
    wire.isCut = () => false
    await setup.until(id, 'done')
    expect(setup.practice.ledger().map(({ credits }) => credits)).toEqual([5])
  })
})

describe('the daily limit', () => {
  it('is checked again when a task is sent, and the task resumes once the user raises it', async () => {
    let rules: SpendingSettings = { dailyLimit: 12, confirmAbove: null, asksBeforeTwins: false }
    const { setup, goOffline, comeBack } = await openOutbox({ spendingRules: () => rules })
    goOffline()
    const first = await setup.studio.submit(vase)
    const second = await setup.studio.submit(vase)
    await waitFor(() => !setup.studio.account().isOnline)
    rules = { ...rules, dailyLimit: 9 }
    comeBack()
    const held = async () => ((await setup.until(first.id, 'held', 'done')).phase === 'held' ? first : second)
    await waitFor(() => setup.studio.tasks({ phases: ['held'] }).length === 1)
    const waiting = await held()
    expect(questionOf(setup, waiting.id)).toEqual({ kind: 'limit', committed: 5, limit: 9, credits: 5 })
    await setup.until(waiting.id === first.id ? second.id : first.id, 'done')
    expect(setup.charges()).toBe(1)

    setup.studio.recheckLimits()
    expect(questionOf(setup, waiting.id)).not.toBeNull()
    rules = { ...rules, dailyLimit: 10 }
    setup.studio.recheckLimits()
    await setup.until(waiting.id, 'done')
    expect(setup.charges()).toBe(2)
  })

  it('starts over on the next day', async () => {
    const rules: SpendingSettings = { dailyLimit: 9, confirmAbove: null, asksBeforeTwins: false }
    let limit = 20
    const wire = openObservedConnection()
    onTestFinished(() => wire.close())
    const evening = new Date(2026, 10, 20, 23, 50).getTime()
    const time = createSharedManualClock(evening, wire.isBusy)
    const setup = await openSetup({
      practice: { clock: time.serviceClock, timeScale: 1 },
      studio: {
        clock: time.machineClock(),
        timeScale: 1,
        dispatcherFor: () => wire.dispatcher,
        spendingRules: () => ({ ...rules, dailyLimit: limit })
      }
    })
    await setup.studio.checkContract('now')
    const first = await setup.studio.submit(vase)
    await time.passUntil(time.now() + 60_000)
    expect(setup.studio.task(first.id)?.phase).toBe('done')
    wire.isCut = () => true
    const second = await setup.studio.submit(vase)
    await time.passUntil(time.now() + 60_000)
    limit = 9
    wire.isCut = () => false
    setup.studio.wake()
    await time.passUntil(time.now() + 60_000)
    expect(questionOf(setup, second.id)).toMatchObject({ kind: 'limit', committed: 5 })
    await time.passUntil(new Date(2026, 10, 21).getTime() - 1)
    expect(setup.studio.task(second.id)?.phase).toBe('held')
    await time.passUntil(new Date(2026, 10, 21, 0, 1).getTime())
    expect(setup.studio.task(second.id)?.phase).toBe('done')
    // A task counts towards the daily limit on the day it's sent. The day of its submission doesn't matter.
    limit = 9
    await expect(setup.studio.submit(vase)).rejects.toMatchObject({ guards: [{ kind: 'limit', committed: 5 }] })
  })
})
