import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaultWish } from '../../electron/practice/faults.ts'
import type { Phase } from '../../shared/task.ts'
import { openStory, standard, third } from './open-story.ts'

const prompt = { prompt: 'a celadon vase' }

/** A fault of the wire, of storage or of the work itself, and the phase in which the task ends. The service's own errors are in `errors/`. */
const endings: readonly (readonly [string, FaultWish, Phase])[] = [
  ['a submit answer lost before the work', { on: 'submit', do: { kind: 'lose-answer' } }, 'done'],
  ['a submit answer lost after the work', { on: 'submit', do: { kind: 'lose-answer', workIsDone: true } }, 'done'],
  ['three submit answers lost after the work', { on: 'submit', times: 3, do: { kind: 'lose-answer', workIsDone: true } }, 'done'],
  ['a torn submit answer', { on: 'submit', do: { kind: 'tear-answer' } }, 'done'],
  ['half a JSON to a submit', { on: 'submit', do: { kind: 'half-json' } }, 'done'],
  ['HTML where JSON was due', { on: 'submit', do: { kind: 'html', httpStatus: 502, workIsDone: true } }, 'done'],
  ['a submit request broken off on its way', { on: 'submit', do: { kind: 'break-request', afterBytes: 5 } }, 'done'],
  ['a submit answer that comes late', { on: 'submit', do: { kind: 'delay', delayInMs: 300 } }, 'done'],
  ['a query answer lost', { on: 'query', times: 3, do: { kind: 'lose-answer' } }, 'done'],
  ['a torn query answer', { on: 'query', times: 2, do: { kind: 'tear-answer' } }, 'done'],
  ['a query answer flat at the top', { on: 'query', times: 50, do: { kind: 'flat-answer' } }, 'done'],
  ['a status nobody has heard of', { on: 'query', do: { kind: 'status', status: 'Glazing!' } }, 'done'],
  ['a task that fails', { on: 'submit', do: { kind: 'fail-task' } }, 'failed'],
  ['a download broken off', { on: 'download', times: 2, do: { kind: 'tear-answer' } }, 'done'],
  ['a download lost', { on: 'download', times: 2, do: { kind: 'lose-answer' } }, 'done'],
  ['an expired result address', { on: 'query', skip: 0, times: 1, do: { kind: 'expired-result' } }, 'done'],
  ['an error page instead of a result', { on: 'download', do: { kind: 'html', httpStatus: 200 } }, 'done']
]

describe('a task against every fault', () => {
  for (const [name, fault, phase] of endings) {
    it(`${name}: ${phase}, charged once`, async () => {
      const story = await openStory()
      story.practice.faults.add(fault)
      const task = await story.studio.submit({ capability: standard, values: prompt })
      const ended = await story.until(task.id, phase)
      expect(story.charges()).toBe(1)
      expect(new Set(story.practice.tasks().map((one) => one.idempotencyKey)).size).toBe(1)
      expect(ended.idempotencyKey).toBe(task.idempotencyKey)
      if (phase === 'done') {
        expect(ended.results).toHaveLength(1)
        const files = await readdir(join(story.dataDir, 'library'), { recursive: true })
        expect(files.filter((file) => file.includes('.part'))).toEqual([])
      }
    })
  }

  it('uploads again when storage or the service breaks off', async () => {
    for (const fault of [
      { on: 'transfer', do: { kind: 'lose-answer' } },
      { on: 'transfer', do: { kind: 'break-request', afterBytes: 100 } },
      { on: 'upload', do: { kind: 'lose-answer' } }
    ] as const satisfies readonly FaultWish[]) {
      const story = await openStory()
      const photo = await story.picture('photo.png')
      story.practice.faults.add(fault)
      const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
      await story.until(task.id, 'done')
      expect(story.charges()).toBe(1)
    }
  })

  it('never runs an upload command it does not trust: shows it, waits over a restart, and goes on once a person ran it', async () => {
    const story = await openStory()
    const photo = await story.picture('photo.png')
    const honest = await fetch(`${story.practice.url}/api/v1/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${story.practice.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        capability: third,
        parameter: 'imageUrls',
        fileName: 'photo.png',
        localPath: 'photo.png',
        contentType: 'image/png',
        fileSize: (await stat(photo)).size
      })
    })
    const ticket = (await honest.json()) as { uploadCommand: string; fileUrl: string }
    const command = `${ticket.uploadCommand} && touch ${story.folder}/was-run`
    story.practice.faults.add({
      on: 'upload',
      do: { kind: 'answer', httpStatus: 200, body: JSON.stringify({ success: true, uploadCommand: command, fileUrl: ticket.fileUrl }) }
    })
    const task = await story.studio.submit({ capability: third, values: { ...prompt, imageUrls: [{ file: photo }] } })
    const isWaiting = (): boolean => (story.studio.task(task.id)?.handUpload ?? null) !== null
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
    expect(story.studio.task(task.id)).toMatchObject({ phase: 'uploading', nextAt: null, handUpload: { fileName: 'photo.png', command } })
    await story.reopen()
    expect(isWaiting()).toBe(true)
    expect(story.charges()).toBe(0)
    expect(await readdir(story.folder)).not.toContain('was-run')

    const target = /'?(http:[^' ]+)'?/.exec(ticket.uploadCommand)?.[1] ?? ''
    const sent = await fetch(target, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: await readFile(photo) })
    expect(sent.ok).toBe(true)
    story.studio.uploadedByHand(task.id)
    await story.until(task.id, 'done')
    expect(story.charges()).toBe(1)
    expect(story.practice.tasks()[0]?.body).toMatchObject({ imageUrls: [ticket.fileUrl] })
    expect(() => story.studio.uploadedByHand(task.id)).toThrow('does not wait')
  })

  it('finds a lost task among recent tasks that name no keys, and asks with the same key when they name only ids', async () => {
    for (const shape of ['without-keys', 'bare-ids', 'map-by-id', 'bare-list', 'empty'] as const) {
      const story = await openStory()
      story.practice.faults.add({ on: 'recent', times: 20, do: { kind: 'recent-shape', shape } })
      story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
      const task = await story.studio.submit({ capability: standard, values: prompt })
      await story.until(task.id, 'done')
      expect(story.charges(), shape).toBe(1)
    }
  })
})

describe('a task that is sent a second time', () => {
  it('is the same bytes under the same key, though its file was uploaded anew for another task meanwhile', async () => {
    // Slow enough that the first task is not sent again before the second is done: it would take the fault that is meant for the second.
    const story = await openStory({ studio: { timeScale: 0.1 } })
    const values = { prompt: 'x', imageUrls: [{ file: await story.picture('photo.png') }] }
    story.practice.faults.add({ on: 'recent', times: 50, do: { kind: 'lose-answer' } })
    story.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: false } })
    const first = await story.studio.submit({ capability: third, values })
    await story.until(first.id, 'unconfirmed')
    story.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 410, errorType: 'UPLOAD_EXPIRED' } })
    const second = await story.studio.submit({ capability: third, values })
    await story.until(second.id, 'done')
    expect(story.callsTo('/files/upload')).toBe(2)
    story.practice.faults.clear()
    await story.until(first.id, 'done')
    expect(story.callsTo('/files/upload')).toBe(2)
    expect(new Set(story.practice.tasks().map(({ body }) => JSON.stringify(body))).size).toBe(2)
    expect(story.charges()).toBe(2)
  })
})
