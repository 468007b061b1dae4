import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDurableLog } from '../../../electron/practice/durable-log.ts'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import { createManualClock } from '../service/mcp/manual-clock.ts'
import {
  sendRequest,
  waitForEnd,
  runPracticeTask,
  imageGeneratorId,
  openTestService,
  queryPracticeTask,
  submitPracticeTask,
  uploadPracticeFile
} from '../../practice-service/practice-client.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'practice-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Runs the practice service in a separate process, as `npm run practice-service` does. Waits until the service is ready. */
async function serve(dataDir: string): Promise<{ child: ChildProcess; service: Pick<PracticeService, 'url' | 'apiKey'> }> {
  const script = fileURLToPath(new URL('../../practice-service/serve.ts', import.meta.url))
  const child = spawn(process.execPath, [script, '--data-dir', dataDir, '--time-scale', '0.02'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    if (text.includes('Ctrl-C')) break
  }
  const read = (label: string): string => new RegExp(`${label}\\s+(\\S+)`).exec(text)?.[1] ?? ''
  return { child, service: { url: read('base URL'), apiKey: read('API key') } }
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('a practice service with a data folder', () => {
  it('refunds credits on time even if it was closed in between', async () => {
    const dataDir = await folder()
    const clock = createManualClock()
    const before = await openPracticeService({ dataDir, clock, timeScale: 0, results: 'tiny' })
    before.faults.add({ on: 'submit', do: { kind: 'fail-task', refundAfterInMs: 60_000 } })
    const { body } = await runPracticeTask(before, imageGeneratorId, { prompt: 'x' })
    expect(body).toMatchObject({ creditsConsumed: 5, creditsRequired: 5, data: { status: 'failed' } })
    await before.close()

    const after = await openTestService({ dataDir, clock })
    clock.pass(59_999)
    expect(after.ledger().map(({ kind }) => kind)).toEqual(['charge'])
    clock.pass(1)
    while (after.ledger().length < 2) await wait(5)
    expect(after.ledger().map(({ kind, at }) => [kind, at])).toEqual([
      ['charge', clock.now() - 60_000],
      ['refund', clock.now()]
    ])
    expect((await queryPracticeTask(after, imageGeneratorId, body.data?.['taskId'])).body).toMatchObject({
      creditsConsumed: 0,
      creditsRequired: 5
    })
  })

  it('keeps every response valid after a kill', async () => {
    const dataDir = await folder()
    const answered = new Map<string, unknown>()
    let keys = 0
    for (let round = 0; round < 4; round += 1) {
      const { child, service } = await serve(dataDir)
      const whole = service as PracticeService
      for (const [key, taskId] of answered)
        expect((await submitPracticeTask(whole, imageGeneratorId, { prompt: key }, key)).body['taskId']).toBe(taskId)
      // Sends several tasks at once, so that the kill interrupts some of them.
      const sent = Array.from({ length: 8 }, () => `key-${(keys += 1)}`)
      const settled = sent.map((key) =>
        submitPracticeTask(whole, imageGeneratorId, { prompt: key }, key).then((testResponse) =>
          answered.set(key, testResponse.body['taskId'])
        )
      )
      await Promise.race(settled)
      await killed(child)
      await Promise.allSettled(settled)
    }
    const { child, service } = await serve(dataDir)
    const whole = service as PracticeService
    const ledger = (await sendRequest(whole, 'GET', '/practice/ledger')).body['ledger'] as { kind: string; idempotencyKey: string }[]
    const charged = ledger.filter((entry) => entry.kind === 'charge').map((entry) => entry.idempotencyKey)
    expect(new Set(charged).size).toBe(charged.length)
    expect(charged).toEqual(expect.arrayContaining([...answered.keys()]))
    // The service resumes work that was interrupted by a kill.
    for (const taskId of answered.values()) {
      let status: unknown
      while (status !== 'completed') status = (await queryPracticeTask(whole, imageGeneratorId, taskId)).body.data?.['status']
    }
    await killed(child)
  })

  it('restores uploads, results, account and key', async () => {
    const dataDir = await folder()
    const first = await openPracticeService({ dataDir, timeScale: 0, startingCredits: 50 })
    const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a86' } })
      .png()
      .toBuffer()
    const fileUrl = await uploadPracticeFile(first, {
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      content
    })
    const testResponse = await runPracticeTask(first, imageGeneratorId, { prompt: 'x', imageUrl: fileUrl })
    await first.account.change({ isSubscribed: false })
    await first.close()

    const second = await openTestService({ dataDir, results: 'full', startingCredits: 7 })
    expect([second.apiKey, second.url, second.storageUrl]).toEqual([first.apiKey, first.url, first.storageUrl])
    expect(second.account.view()).toEqual({ keyCondition: 'valid', isSubscribed: false, balance: 45 })
    expect(Buffer.from(await (await fetch(fileUrl)).arrayBuffer()).equals(content)).toBe(true)
    const result = Buffer.from(await (await fetch(String(testResponse.body.data?.['imageUrl']))).arrayBuffer())
    expect(createHash('sha256').update(result).digest('hex')).toBe(second.tasks()[0]?.outputs[0]?.sha256)
  })

  it('uses another port if its own is in use, and returns addresses with the new port', async () => {
    const dataDir = await folder()
    const first = await openPracticeService({ dataDir, timeScale: 0, results: 'tiny' })
    const testResponse = await runPracticeTask(first, imageGeneratorId, { prompt: 'x' })
    const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a86' } })
      .png()
      .toBuffer()
    const fileUrl = await uploadPracticeFile(first, {
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      content
    })
    await first.close()
    const squatters = await Promise.all(
      [first.url, first.storageUrl].map(async (url) => {
        const server = createServer().listen(Number(new URL(url).port), '127.0.0.1')
        await once(server, 'listening')
        onTestFinished(() => void server.close())
        return server
      })
    )
    expect(squatters).toHaveLength(2)

    const second = await openTestService({ dataDir })
    expect(second.url).not.toBe(first.url)
    const again = await queryPracticeTask(second, imageGeneratorId, testResponse.body.data?.['taskId'])
    const url = String(again.body.data?.['imageUrl'])
    expect(new URL(url).origin).toBe(second.storageUrl)
    expect((await fetch(url)).status).toBe(200)
    // An upload from the old port is still accepted on the new port.
    expect((await submitPracticeTask(second, imageGeneratorId, { prompt: 'x', imageUrl: fileUrl })).status).toBe(200)
  })

  it('deletes incomplete files after a kill, and uploads that expired more than a day ago', async () => {
    const dataDir = await folder()
    const twoDays = 48 * 3_600_000
    const content = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a86' } })
      .png()
      .toBuffer()
    const file = { capability: imageGeneratorId, parameter: 'imageUrl', fileName: 'a.png', contentType: 'image/png', content }
    const first = await openPracticeService({ dataDir })
    const kept = await uploadPracticeFile(first, file)
    await first.close()
    const uploadId = (fileUrl: string): string => fileUrl.split('/')[4] ?? ''
    await appendFile(join(dataDir, 'files', 'upload_x.1.part'), 'half')
    const old = {
      uploadId: 'upload_old',
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      fileSize: 4
    }
    const times = { createdAt: Date.now() - twoDays, expiresAt: Date.now() - twoDays }
    await appendFile(join(dataDir, 'books.jsonl'), `${JSON.stringify({ entry: 'upload-granted', upload: { ...old, ...times } })}\n`)
    await appendFile(join(dataDir, 'files', 'upload_old'), 'gone')
    await openTestService({ dataDir })
    expect(await readdir(join(dataDir, 'files'))).toEqual([uploadId(kept)])
  })

  it('leaves no part of an aborted upload behind', async () => {
    const dataDir = await folder()
    const service = await openTestService({ dataDir })
    const uploadRequest = {
      capability: imageGeneratorId,
      parameter: 'imageUrl',
      fileName: 'a.png',
      contentType: 'image/png',
      fileSize: 1_000_000
    }
    const { body } = await sendRequest(service, 'POST', '/api/v1/files/upload', { body: uploadRequest })
    const url = /'(http[^']+)'$/.exec(String(body['uploadCommand']))?.[1] ?? ''
    const broken = new AbortController()
    const stream = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(100_000))
        broken.abort()
      }
    })
    const sent = fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'content-length': '1000000' },
      body: stream,
      duplex: 'half',
      signal: broken.signal
    } as RequestInit)
    await expect(sent).rejects.toThrow()
    await service.close()
    expect(await readdir(join(dataDir, 'files'))).toEqual([])
  })

  it.runIf(process.platform !== 'win32')('has files that other users of this computer can’t read', async () => {
    const dataDir = await folder()
    await openTestService({ dataDir })
    for (const name of ['service.json', 'books.jsonl']) expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0)
  })
})

describe('a practice service without a data folder', () => {
  it('forgets everything when it closes', async () => {
    const first = await openPracticeService({ timeScale: 0, results: 'tiny' })
    await submitPracticeTask(first, imageGeneratorId, { prompt: 'x' })
    await waitForEnd(first, first.tasks()[0]?.taskId)
    await first.close()
    const second = await openTestService()
    expect(second.tasks()).toEqual([])
    expect(second.apiKey).not.toBe(first.apiKey)
  })
})

describe('the durable log', () => {
  it('removes an incomplete last line after a kill, and continues', async () => {
    const path = join(await folder(), 'log.jsonl')
    const first = await openDurableLog(path, () => {})
    await first.append({ number: 1 })
    await first.close()
    await appendFile(path, '{"number":2')
    const seen: unknown[] = []
    const second = await openDurableLog(path, (entry) => seen.push(entry))
    await second.append({ number: 3 })
    await second.close()
    expect(seen).toEqual([{ number: 1 }])
    expect(await readFile(path, 'utf8')).toBe('{"number":1}\n{"number":3}\n')
  })

  it('doesn’t open with an invalid line', async () => {
    const path = join(await folder(), 'log.jsonl')
    await appendFile(path, 'nonsense\n{"number":2}\n')
    await expect(openDurableLog(path, () => {})).rejects.toThrow('JSON')
  })

  it('keeps the order of concurrent lines', async () => {
    const path = join(await folder(), `${randomUUID()}.jsonl`)
    const log = await openDurableLog(path, () => {})
    await Promise.all(Array.from({ length: 200 }, (_, number) => log.append(number)))
    await log.close()
    expect((await readFile(path, 'utf8')).trim().split('\n').map(Number)).toEqual(Array.from({ length: 200 }, (_, number) => number))
  })
})
