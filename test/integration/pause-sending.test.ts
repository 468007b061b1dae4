import { describe, expect, it } from 'vitest'
import { imageGenerator3, openSetup, standardImageGenerator, waitFor } from './open-setup.ts'

const vase = { capability: standardImageGenerator, values: { prompt: 'a celadon vase' } }

/** Opens a studio whose sending can be paused. `pause` changes the setting as the user does. */
async function openPausable() {
  let isPaused = false
  const setup = await openSetup({ practice: { timeScale: 0.05 }, studio: { isSendingPaused: () => isPaused } })
  await setup.studio.checkContract('now')
  const pause = (next: boolean): void => {
    isPaused = next
    setup.studio.sendingPauseChanged()
  }
  return { setup, pause }
}

describe('sending that the user paused', () => {
  it('leaves running tasks alone, keeps unsent ones over a restart, and then sends each once', async () => {
    const { setup, pause } = await openPausable()
    const running = await setup.studio.submit(vase)
    await setup.until(running.id, 'running')
    pause(true)
    const photo = await setup.picture('photo.png')
    const waiting = [
      await setup.studio.submit(vase),
      await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } })
    ]
    // Kiln keeps checking the running task until it ends, then downloads its result.
    expect((await setup.until(running.id, 'done')).results).toHaveLength(1)
    const phases = () => waiting.map(({ id }) => setup.studio.task(id)?.phase)
    expect(phases()).toEqual(['queued', 'queued'])

    await setup.reopen()
    await setup.studio.checkContract('now')
    setup.studio.wake()
    await setup.studio.checkReachability()
    expect(phases()).toEqual(['queued', 'queued'])
    expect(setup.callsTo('/submit')).toBe(1)

    pause(false)
    for (const { id, idempotencyKey } of waiting) {
      const done = await setup.until(id, 'done')
      expect([done.idempotencyKey, setup.charges(done.taskId)]).toEqual([idempotencyKey, 1])
    }
    expect(setup.callsTo('/submit')).toBe(3)
  })

  it('applies to the rows of a batch, and a stopped batch stays stopped', async () => {
    const { setup, pause } = await openPausable()
    pause(true)
    const plan = await setup.studio.planBatch({
      ...vase,
      source: { way: 'seeds', count: 3, first: 1 },
      onProgress: () => undefined,
      signal: new AbortController().signal
    })
    const batch = await setup.studio.startBatch(plan.id, { skipInvalid: false })
    const rows = () => setup.studio.tasks({ batch: batch.id }).map(({ phase }) => phase)
    expect(rows()).toEqual(['queued', 'queued', 'queued'])
    setup.studio.stopBatch(batch.id)
    pause(false)
    setup.studio.wake()
    expect(rows()).toEqual(['queued', 'queued', 'queued'])
    expect(setup.callsTo('/submit')).toBe(0)
    setup.studio.resumeBatch(batch.id)
    await waitFor(() => rows().every((phase) => phase === 'done'))
    expect(setup.charges()).toBe(3)
  })

  it('lets an upload end, and then keeps the task', async () => {
    const { setup, pause } = await openPausable()
    setup.practice.faults.add({ on: 'transfer', do: { kind: 'delay', delayInMs: 300 } })
    const photo = await setup.picture('photo.png')
    const { id } = await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'glaze it', imageUrls: [{ file: photo }] } })
    await waitFor(() => setup.callsTo('/upload') > 0)
    expect(setup.studio.task(id)?.phase).toBe('uploading')
    pause(true)
    await waitFor(() => setup.studio.task(id)?.phase === 'queued')
    setup.studio.wake()
    await setup.studio.checkReachability()
    expect(setup.studio.task(id)?.phase).toBe('queued')
    expect(setup.callsTo('/submit')).toBe(0)
    pause(false)
    const done = await setup.until(id, 'done')
    expect([setup.callsTo('/submit'), setup.charges(done.taskId)]).toEqual([1, 1])
  })

  it('still sends a task again whose outcome is unknown, with its idempotency key', async () => {
    const { setup, pause } = await openPausable()
    setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: false } })
    const { id, idempotencyKey } = await setup.studio.submit(vase)
    await waitFor(() => setup.studio.task(id)?.phase === 'unconfirmed')
    pause(true)
    const done = await setup.until(id, 'done')
    expect([done.idempotencyKey, setup.charges()]).toEqual([idempotencyKey, 1])
  })
})
