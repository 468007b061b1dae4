import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { digestAsItCame } from '../library/as-it-came.ts'
import { openStory, standard, third } from './open-story.ts'

describe('the main job', () => {
  it('goes from a prompt to a picture on disk, paid once, with its story told', async () => {
    const story = await openStory()
    const spentToday: number[] = []
    story.studio.subscribe((event) => {
      if (event.kind === 'account' && event.account.creditsToday > 0) spentToday.push(event.account.creditsToday)
    })
    const asked = await story.studio.submit({ capability: standard, values: { prompt: 'a celadon vase', imageNum: '2', size: '768*1152' } })
    expect(asked).toMatchObject({
      phase: 'queued',
      capability: standard,
      title: 'a celadon vase',
      credits: { estimated: 10, state: 'not-sent' }
    })

    const done = await story.until(asked.id, 'done')
    expect(done.credits).toMatchObject({ consumed: 10, state: 'charged' })
    expect(done.results).toHaveLength(2)
    expect(done.failure).toBeNull()
    const [made] = story.practice.tasks()
    expect(done.results.map((result) => digestAsItCame(result.path))).toEqual(made?.outputs.map((output) => output.sha256))
    for (const result of done.results) {
      const bytes = await readFile(result.path)
      expect(bytes.length).toBe(result.bytes)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(result.sha256)
      expect(result.contentType).toBe('image/png')
    }
    expect(story.charges()).toBe(1)
    expect(made?.idempotencyKey).toBe(done.idempotencyKey)
    expect(story.studio.account().creditsToday).toBe(10)
    expect(spentToday).toEqual([10])

    const timeline = story.studio.timeline(asked.id)
    expect(timeline[0]?.words).toBe('Written to the journal, before anything was sent.')
    expect(timeline.at(-1)?.tone).toBe('done')
    expect(timeline.filter((entry) => entry.requestId !== null).length).toBeGreaterThanOrEqual(2)
  })

  it('sends local pictures in their order, each uploaded once however many tasks use it', async () => {
    const story = await openStory()
    const vase = await story.picture('vase.png')
    const stairs = await story.picture('stairs.jpg')
    const values = { prompt: 'image 1 on the stairs of image 2', imageUrls: [{ file: vase }, { file: stairs }] }
    const tasks = await Promise.all(
      ['one', 'two', 'three'].map((word) => story.studio.submit({ capability: third, values: { ...values, negativePrompt: word } }))
    )
    for (const task of tasks) await story.until(task.id, 'done')
    expect(story.callsTo('/files/upload')).toBe(2)
    expect(story.practice.calls().filter((call) => call.method === 'PUT')).toHaveLength(2)
    expect(tasks[0]?.credits.estimated).toBe(12)
    const bodies = story.practice.tasks().map((task) => (task.body as { imageUrls: string[] }).imageUrls)
    expect(new Set(bodies.map((urls) => urls.join())).size).toBe(1)
    expect(bodies[0]).toHaveLength(2)
    expect(story.charges()).toBe(3)
  })

  it('uses a result of the library as the input of the next task', async () => {
    const story = await openStory({ practice: { results: 'full' } })
    const first = await story.studio.submit({ capability: standard, values: { prompt: 'a bowl', size: '1024*1024' } })
    const { results } = await story.until(first.id, 'done')
    const item = results[0]?.id ?? ''
    const second = await story.studio.submit({ capability: third, values: { prompt: 'glaze it', imageUrls: [{ item }] } })
    expect((await story.until(second.id, 'done')).results).toHaveLength(1)
  })

  it('swaps a face from two photos', async () => {
    const story = await openStory()
    const target = await story.picture('team.png')
    const face = await story.picture('face.jpg')
    const task = await story.studio.submit({
      capability: 'face-swap',
      values: { targetImageUrl: { file: target }, referenceFaceImageUrl: { file: face } }
    })
    expect(task.credits.estimated).toBe(1)
    expect((await story.until(task.id, 'done', 'needs_input')).failure).toBeNull()
    expect(story.charges()).toBe(1)
  })

  it('follows a task over a restart, wherever it stood', async () => {
    const story = await openStory({ practice: { timeScale: 0.1 } })
    const task = await story.studio.submit({ capability: standard, values: { prompt: 'over a restart' } })
    await story.until(task.id, 'running')
    await story.reopen()
    expect(story.studio.task(task.id)?.idempotencyKey).toBe(task.idempotencyKey)
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
  })

  it('follows a task that a person has hidden to its file, over a restart too', async () => {
    const story = await openStory()
    const first = await story.studio.submit({ capability: standard, values: { prompt: 'out of sight' } })
    story.studio.hide(first.id)
    const done = await story.until(first.id, 'done')
    const second = await story.studio.submit({ capability: standard, values: { prompt: 'out of sight as well' } })
    await story.until(second.id, 'running', 'collecting', 'done')
    story.studio.hide(second.id)
    await story.reopen()
    const results = [...done.results, ...(await story.until(second.id, 'done')).results]
    expect(results).toHaveLength(2)
    for (const { path, bytes } of results) expect((await readFile(path)).length).toBe(bytes)
    expect(story.studio.tasks()).toEqual([])
    expect([story.charges(), story.studio.tasks({ includeHidden: true }).length]).toEqual([2, 2])
  })

  it('makes video, sound and 3D as well', async () => {
    const story = await openStory({ practice: { results: 'full' } })
    const capabilities = await story.studio.capabilities()
    expect(new Set(capabilities.map((capability) => capability.output))).toEqual(new Set(['image', 'video', 'audio', 'model']))
    const photo = await story.picture('cup.png')
    for (const [capability, values, contentType] of [
      ['text-to-video', { prompt: 'slow dolly over dunes', duration: 3 }, 'video/mp4'],
      ['text-to-speech', { text: 'Good morning.' }, /^audio\/(wav|vnd\.wave|x-wav)$/],
      ['image-to-3d', { imageUrl: { file: photo } }, 'model/gltf-binary']
    ] as const) {
      const task = await story.studio.submit({ capability, values })
      const done = await story.until(task.id, 'done')
      expect(done.results[0]?.contentType).toMatch(contentType)
    }
  })

  it('stops a file that went away between choosing and sending, with a plain word and nothing spent', async () => {
    const story = await openStory()
    const photo = await story.picture('gone.png')
    story.practice.faults.add({
      on: 'upload',
      do: { kind: 'error', httpStatus: 503, errorType: 'STORAGE_SERVICE_UNAVAILABLE', retryAfterInSeconds: 20 }
    })
    const task = await story.studio.submit({ capability: third, values: { prompt: 'edit', imageUrls: [{ file: photo }] } })
    await rm(photo)
    const refused = await story.until(task.id, 'refused')
    expect(refused.failure?.message).toContain('gone.png is not there any more. Nothing was sent and nothing was spent.')
    expect(refused.credits.state).toBe('not-charged')
    expect(story.charges()).toBe(0)
  })
})
