import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import type { FaultSpec } from '../../electron/practice/fault-injector.ts'
import type { Phase } from '../../shared/task/task.ts'
import { openSetup, standardImageGenerator, imageGenerator3, waitFor } from './open-setup.ts'
import { decodeRecord } from '../../electron/tasks/journal/record-codec.ts'
import type { TaskOutput } from '../../electron/tasks/machine/task-record.ts'
import { resultPaths } from './result-paths.ts'

const prompt = { prompt: 'a celadon vase' }

/**
 * Connection, storage and generation faults. Each has the phase in which the task ends. Errors that the service reports are in `errors/`.
 */
const endings: readonly (readonly [string, FaultSpec, Phase])[] = [
  ['a submit response lost before processing', { on: 'submit', do: { kind: 'lose-answer' } }, 'done'],
  ['a submit response lost after processing', { on: 'submit', do: { kind: 'lose-answer', workIsDone: true } }, 'done'],
  ['three submit responses lost after processing', { on: 'submit', times: 3, do: { kind: 'lose-answer', workIsDone: true } }, 'done'],
  ['a truncated submit response', { on: 'submit', do: { kind: 'tear-answer' } }, 'done'],
  ['half of a JSON submit response', { on: 'submit', do: { kind: 'half-json' } }, 'done'],
  ['HTML instead of a submit response', { on: 'submit', do: { kind: 'html', httpStatus: 502, workIsDone: true } }, 'done'],
  ['an interrupted submit request', { on: 'submit', do: { kind: 'break-request', afterBytes: 5 } }, 'done'],
  ['a late submit response', { on: 'submit', do: { kind: 'delay', delayInMs: 300 } }, 'done'],
  ['lost query responses', { on: 'query', times: 3, do: { kind: 'lose-answer' } }, 'done'],
  ['truncated query responses', { on: 'query', times: 2, do: { kind: 'tear-answer' } }, 'done'],
  ['query responses without nesting', { on: 'query', times: 50, do: { kind: 'flat-answer' } }, 'done'],
  ['an unknown status', { on: 'query', do: { kind: 'status', status: 'Glazing!' } }, 'done'],
  ['a failed generation', { on: 'submit', do: { kind: 'fail-task' } }, 'failed'],
  ['interrupted downloads', { on: 'download', times: 2, do: { kind: 'tear-answer' } }, 'done'],
  ['lost downloads', { on: 'download', times: 2, do: { kind: 'lose-answer' } }, 'done'],
  ['an expired result address', { on: 'query', skip: 0, times: 1, do: { kind: 'expired-result' } }, 'done'],
  ['an error page instead of a result', { on: 'download', do: { kind: 'html', httpStatus: 200 } }, 'done']
]

function outputsInJournal(dataDir: string, id: string): readonly TaskOutput[] {
  const database = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true })
  const row = database.prepare('SELECT record FROM tasks WHERE id = ?').get(id)
  database.close()
  const { state } = decodeRecord(String(row?.['record']), null)
  return 'outputs' in state ? state.outputs : []
}

describe('a task', () => {
  for (const [name, fault, phase] of endings) {
    it(`with ${name} ends as ${phase} and is charged once`, async () => {
      const setup = await openSetup()
      setup.practice.faults.add(fault)
      const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
      const ended = await setup.until(task.id, phase)
      expect(setup.charges()).toBe(1)
      expect(new Set(setup.practice.tasks().map((one) => one.idempotencyKey)).size).toBe(1)
      expect(ended.idempotencyKey).toBe(task.idempotencyKey)
      if (phase === 'done') {
        expect(ended.results).toHaveLength(1)
        const files = await readdir(join(setup.dataDir, 'library'), { recursive: true })
        expect(files.filter((file) => file.includes('.part'))).toEqual([])
      }
    })
  }

  it('uses a file that a kill left behind as its result after a reverted completion', async () => {
    const setup = await openSetup()
    const { faults } = setup.practice
    const isRefused = faults.add({ on: 'download', times: 1_000, do: { kind: 'error', httpStatus: 403, errorType: 'ACCESS_DENIED' } })
    const { id } = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
    await waitFor(() => setup.studio.task(id)?.phase === 'collecting' && setup.studio.task(id)?.failure !== null)
    const [output] = outputsInJournal(setup.dataDir, id)
    if (output === undefined) throw new Error('The journal has no output.')
    const processingFault = faults.add({ on: 'query', times: 1_000, do: { kind: 'status', status: 'processing' } })
    await setup.until(id, 'running')
    faults.remove(isRefused)
    const response = await fetch(output.url)
    await writeFile(`${output.stem}.png`, Buffer.from(await response.arrayBuffer()))
    faults.remove(processingFault)
    const done = await setup.until(id, 'done')
    expect(await resultPaths(setup.studio, done)).toEqual([`${output.stem}.png`])
    expect((await readdir(dirname(output.stem))).filter((name) => name.endsWith('.png'))).toHaveLength(1)
    expect(setup.charges()).toBe(1)
  })

  it('is uploaded again if storage or the service drops the connection', async () => {
    for (const fault of [
      { on: 'transfer', do: { kind: 'lose-answer' } },
      { on: 'transfer', do: { kind: 'break-request', afterBytes: 100 } },
      { on: 'upload', do: { kind: 'lose-answer' } }
    ] as const satisfies readonly FaultSpec[]) {
      const setup = await openSetup()
      const photo = await setup.picture('photo.png')
      setup.practice.faults.add(fault)
      const task = await setup.studio.submit({ capability: imageGenerator3, values: { ...prompt, imageUrls: [{ file: photo }] } })
      await setup.until(task.id, 'done')
      expect(setup.charges()).toBe(1)
    }
  })

  it('shows an untrusted upload command without running it, and resumes once the user has run it, even over a restart', async () => {
    const setup = await openSetup()
    const photo = await setup.picture('photo.png')
    const honest = await fetch(`${setup.practice.url}/api/v1/files/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${setup.practice.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        capability: imageGenerator3,
        parameter: 'imageUrls',
        fileName: 'photo.png',
        localPath: 'photo.png',
        contentType: 'image/png',
        fileSize: (await stat(photo)).size
      })
    })
    const ticket = (await honest.json()) as { uploadCommand: string; fileUrl: string }
    const command = `${ticket.uploadCommand} && touch ${setup.folder}/was-run`
    setup.practice.faults.add({
      on: 'upload',
      do: { kind: 'answer', httpStatus: 200, body: JSON.stringify({ success: true, uploadCommand: command, fileUrl: ticket.fileUrl }) }
    })
    const task = await setup.studio.submit({ capability: imageGenerator3, values: { ...prompt, imageUrls: [{ file: photo }] } })
    const isWaiting = (): boolean => (setup.studio.task(task.id)?.manualUpload ?? null) !== null
    await expect.poll(isWaiting).toBe(true)
    expect(setup.studio.task(task.id)).toMatchObject({ phase: 'uploading', nextAt: null, manualUpload: { fileName: 'photo.png', command } })
    await setup.reopen()
    expect(isWaiting()).toBe(true)
    expect(setup.charges()).toBe(0)
    expect(await readdir(setup.folder)).not.toContain('was-run')

    const target = /'?(http:[^' ]+)'?/.exec(ticket.uploadCommand)?.[1] ?? ''
    const sent = await fetch(target, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: await readFile(photo) })
    expect(sent.ok).toBe(true)
    setup.studio.uploadedManually(task.id)
    await setup.until(task.id, 'done')
    expect(setup.charges()).toBe(1)
    expect(setup.practice.tasks()[0]?.body).toMatchObject({ imageUrls: [ticket.fileUrl] })
    expect(() => setup.studio.uploadedManually(task.id)).toThrow('no longer needs an upload')
  })

  it('is charged once after a lost response, whatever the format of the recent tasks', async () => {
    for (const shape of ['without-keys', 'bare-ids', 'map-by-id', 'bare-list', 'empty'] as const) {
      const setup = await openSetup()
      setup.practice.faults.add({ on: 'recent', times: 20, do: { kind: 'recent-shape', shape } })
      setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: true } })
      const task = await setup.studio.submit({ capability: standardImageGenerator, values: prompt })
      await setup.until(task.id, 'done')
      expect(setup.charges(), shape).toBe(1)
    }
  })
})

describe('a task that is sent again', () => {
  it('has the same body and idempotency key, even if its file was uploaded again for another task', async () => {
    // Slow enough that the second task is done before the first is retried. Otherwise, the first task would receive the fault that is meant
    // for the second.
    const setup = await openSetup({ studio: { timeScale: 0.1 } })
    const values = { prompt: 'x', imageUrls: [{ file: await setup.picture('photo.png') }] }
    setup.practice.faults.add({ on: 'recent', times: 50, do: { kind: 'lose-answer' } })
    setup.practice.faults.add({ on: 'submit', do: { kind: 'lose-answer', workIsDone: false } })
    const first = await setup.studio.submit({ capability: imageGenerator3, values })
    await setup.until(first.id, 'unconfirmed')
    setup.practice.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 410, errorType: 'UPLOAD_EXPIRED' } })
    const second = await setup.studio.submit({ capability: imageGenerator3, values })
    await setup.until(second.id, 'done')
    expect(setup.callsTo('/files/upload')).toBe(2)
    setup.practice.faults.clear()
    await setup.until(first.id, 'done')
    expect(setup.callsTo('/files/upload')).toBe(2)
    expect(new Set(setup.practice.tasks().map(({ body }) => JSON.stringify(body))).size).toBe(2)
    expect(setup.charges()).toBe(2)
  })
})
