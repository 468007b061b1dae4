import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { originalDigest } from '../electron/library/original-digest.ts'
import { openSetup, standardImageGenerator, imageGenerator3 } from './open-setup.ts'
import { locatedResults } from './result-paths.ts'
import { failureSentences } from '../shared/phrases/phrase-texts.ts'

describe('the main job', () => {
  it('turns a prompt into an image on disk, charged once, with a timeline', async () => {
    const setup = await openSetup()
    const spentToday: number[] = []
    setup.studio.subscribe((event) => {
      if (event.kind === 'account' && event.account.creditsToday > 0) spentToday.push(event.account.creditsToday)
    })
    const asked = await setup.studio.submit({
      capability: standardImageGenerator,
      values: { prompt: 'a celadon vase', imageNum: '2', size: '768*1152' }
    })
    expect(asked).toMatchObject({
      phase: 'queued',
      capability: standardImageGenerator,
      title: 'a celadon vase',
      credits: { estimated: 10, state: 'not-sent' }
    })

    const done = await setup.until(asked.id, 'done')
    expect(done.credits).toMatchObject({ consumed: 10, state: 'charged' })
    expect(done.results).toHaveLength(2)
    expect(done.failure).toBeNull()
    const [made] = setup.practice.tasks()
    const results = await locatedResults(setup.studio, done.results)
    expect(results.map(({ path }) => originalDigest(path))).toEqual(made?.outputs.map((output) => output.sha256))
    for (const result of results) {
      const bytes = await readFile(result.path)
      expect(bytes.length).toBe(result.bytes)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.sha256)
      expect(result.contentType).toBe('image/png')
    }
    expect(setup.charges()).toBe(1)
    expect(made?.idempotencyKey).toBe(done.idempotencyKey)
    expect(setup.studio.account().creditsToday).toBe(10)
    expect(spentToday).toEqual([10])

    const timeline = setup.studio.timeline(asked.id)
    expect(timeline[0]?.code).toBe('task-saved')
    expect(timeline.at(-1)?.tone).toBe('done')
    expect(timeline.filter((entry) => entry.requestId !== null).length).toBeGreaterThanOrEqual(2)
  })

  it('sends local images in order, each uploaded once however many tasks use it', async () => {
    const setup = await openSetup()
    const vase = await setup.picture('vase.png')
    const stairs = await setup.picture('stairs.jpg')
    const values = { prompt: 'image 1 on the stairs of image 2', imageUrls: [{ file: vase }, { file: stairs }] }
    const tasks = await Promise.all(
      ['one', 'two', 'three'].map((word) =>
        setup.studio.submit({ capability: imageGenerator3, values: { ...values, negativePrompt: word } })
      )
    )
    for (const task of tasks) await setup.until(task.id, 'done')
    expect(setup.callsTo('/files/upload')).toBe(2)
    expect(setup.practice.calls().filter((loggedCall) => loggedCall.method === 'PUT')).toHaveLength(2)
    expect(tasks[0]?.credits.estimated).toBe(12)
    const bodies = setup.practice.tasks().map((task) => (task.body as { imageUrls: string[] }).imageUrls)
    expect(new Set(bodies.map((urls) => urls.join())).size).toBe(1)
    expect(bodies[0]).toHaveLength(2)
    expect(setup.charges()).toBe(3)
  })

  it('uses a library result as the input of the next task', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const first = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'a bowl', size: '1024*1024' } })
    const { results } = await setup.until(first.id, 'done')
    const item = results[0]?.id ?? ''
    const second = await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'glaze it', imageUrls: [{ item }] } })
    expect((await setup.until(second.id, 'done')).results).toHaveLength(1)
  })

  it('swaps a face from two photos', async () => {
    const setup = await openSetup()
    const target = await setup.picture('team.png')
    const face = await setup.picture('face.jpg')
    const task = await setup.studio.submit({
      capability: 'face-swap',
      values: { targetImageUrl: { file: target }, referenceFaceImageUrl: { file: face } }
    })
    expect(task.credits.estimated).toBe(1)
    expect((await setup.until(task.id, 'done', 'needs_input')).failure).toBeNull()
    expect(setup.charges()).toBe(1)
  })

  it('follows a running task over a restart', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.1 } })
    const task = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'over a restart' } })
    await setup.until(task.id, 'running')
    await setup.reopen()
    expect(setup.studio.task(task.id)?.idempotencyKey).toBe(task.idempotencyKey)
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
  })

  it('keeps a hidden task hidden over a restart, and can unhide it', async () => {
    const setup = await openSetup()
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'out of sight' } })
    await setup.until(id, 'done')
    setup.studio.hide([id])
    expect(setup.studio.tasks()).toEqual([])
    await setup.reopen()
    expect(setup.studio.tasks()).toEqual([])
    expect(setup.studio.tasks({ includeHidden: true })).toMatchObject([{ id, hidden: true, results: [{}] }])
    setup.studio.unhide([id])
    await setup.reopen()
    expect(setup.studio.tasks()).toMatchObject([{ id, hidden: false }])
  })

  it('also generates videos, audio and 3D models', async () => {
    const setup = await openSetup({ practice: { results: 'full' } })
    const capabilities = await setup.studio.capabilities()
    expect(new Set(capabilities.map((capability) => capability.output))).toEqual(new Set(['image', 'video', 'audio', 'model']))
    const photo = await setup.picture('cup.png')
    for (const [capability, values, contentType] of [
      ['text-to-video', { prompt: 'slow dolly over dunes', duration: 3 }, 'video/mp4'],
      ['text-to-speech', { text: 'Good morning.' }, /^audio\/(wav|vnd\.wave|x-wav)$/],
      ['image-to-3d', { imageUrl: { file: photo } }, 'model/gltf-binary']
    ] as const) {
      const task = await setup.studio.submit({ capability, values })
      const done = await setup.until(task.id, 'done')
      expect(done.results[0]?.contentType).toMatch(contentType)
    }
  })

  it('rejects a task whose file was deleted before sending, with a clear message and no charge', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('gone.png')
    setup.practice.faults.add({
      on: 'upload',
      do: { kind: 'error', httpStatus: 503, errorType: 'STORAGE_SERVICE_UNAVAILABLE', retryAfterInSeconds: 20 }
    })
    const task = await setup.studio.submit({ capability: imageGenerator3, values: { prompt: 'edit', imageUrls: [{ file: photo }] } })
    await rm(photo)
    const refused = await setup.until(task.id, 'refused')
    expect(failureSentences(refused.failure).message).toBe('gone.png can’t be found. Nothing was sent or charged.')
    expect(refused.credits.state).toBe('not-charged')
    expect(setup.charges()).toBe(0)
  })
})
