import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService } from '../../../electron/practice/practice-service.ts'
import type { PracticeService } from '../../../electron/practice/practice-service.ts'
import type { Task } from '../../../shared/task/task.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { sealText } from '../accounts/seal-text.ts'
import { searchFilesForTrace, containsTrace, secretTraces } from '../accounts/secret-traces.ts'
import { openKilnWithoutWindow } from './open-kiln-without-window.ts'
import type { RecordedIpcMessage, KilnWithoutWindow } from './open-kiln-without-window.ts'

const rightKey = 'sk-right-8Zq2vN7fXw4LrT6yHb1c'
const wrongKey = 'sk-wrong-5Jd9mK3gPs0QaE7uVn2x'
const values = { prompt: 'a kiln at dusk', size: '768*1152' }

let folder: string
let dataDir: string
let service: PracticeService

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-secrecy-'))
  dataDir = join(folder, 'data')
  await mkdir(dataDir)
  service = await openPracticeService({ apiKey: rightKey, timeScale: 0.01, results: 'tiny' })
})
afterEach(async () => {
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

/** Seals a key and returns the request data, as the connect form does. */
async function type(kiln: KilnWithoutWindow, key: string): Promise<{ baseUrl: string; sealedKey: string }> {
  const publicKey = await kiln.ask('account.sealingKey', undefined)
  if (!publicKey.ok) throw new Error(publicKey.message)
  return { baseUrl: service.url, sealedKey: await sealText(key, publicKey.value) }
}

/** Waits until the task is in `phase`, and returns the task. */
async function untilPhase(kiln: KilnWithoutWindow, id: string, phase: Task['phase']): Promise<Task> {
  return expect
    .poll(
      async () => {
        const tasks = await kiln.ask('task.list', undefined)
        return tasks.ok ? tasks.value.find((task) => task.id === id)?.phase : null
      },
      { interval: 50 }
    )
    .toBe(phase)
    .then(async () => {
      const tasks = await kiln.ask('task.list', undefined)
      const task = tasks.ok ? tasks.value.find((one) => one.id === id) : undefined
      if (task === undefined) throw new Error('The task is missing.')
      return task
    })
}

async function submit(kiln: KilnWithoutWindow): Promise<Task> {
  const outcome = await kiln.ask('task.submit', { capability: 'imgmodel-image-generator', values })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

/** Sends every request whose response might reveal a secret. */
async function askForEverything(kiln: KilnWithoutWindow, id: string): Promise<void> {
  await kiln.ask('app.info', undefined)
  await kiln.ask('account.isKeyStorageSecure', undefined)
  await kiln.ask('account.state', undefined)
  await kiln.ask('settings.get', undefined)
  await kiln.ask('capability.list', undefined)
  await kiln.ask('task.list', undefined)
  await kiln.ask('task.timeline', { id })
  await kiln.ask('task.copySupportBundle', { id })
  expect(kiln.done.at(-1)).toContain('copy Kiln support bundle')
  kiln.dialogs.savePath = join(dataDir, 'support bundle.txt')
  expect(await kiln.ask('task.saveSupportBundle', { id })).toEqual({ ok: true, value: true })
}

describe('the key’s text', () => {
  it('is only in the request header, never in a payload, file, log, journal or error', async () => {
    const store = createAesStore('linux')
    const crossings: RecordedIpcMessage[] = []
    const first = await openKilnWithoutWindow({ dataDir, store, timeScale: 0.02 })

    expect(await first.ask('account.connect', { ...(await type(first, wrongKey)), acceptWeakStorage: false })).toMatchObject({
      ok: false,
      field: 'apiKey'
    })
    const unreachable = { ...(await type(first, rightKey)), baseUrl: 'http://127.0.0.1:1', acceptWeakStorage: false }
    expect(await first.ask('account.connect', unreachable)).toMatchObject({ ok: false, field: 'baseUrl' })
    expect(await first.ask('account.connect', { ...(await type(first, rightKey)), acceptWeakStorage: false })).toMatchObject({
      ok: true,
      value: { isKeyStored: true }
    })
    const done = await submit(first)
    expect((await untilPhase(first, done.id, 'done')).results).toHaveLength(1)

    await service.account.change({ keyCondition: 'revoked' })
    const held = await submit(first)
    expect(await untilPhase(first, held.id, 'held')).toMatchObject({ hold: 'key' })
    await askForEverything(first, held.id)
    await first.close()
    crossings.push(...first.crossings)
    const handed = [...first.done]

    await service.account.change({ keyCondition: 'valid' })
    const second = await openKilnWithoutWindow({ dataDir, store, timeScale: 0.02 })
    await second.ask('account.resume', undefined)
    await untilPhase(second, held.id, 'done')
    await askForEverything(second, held.id)
    expect((await searchFilesForTrace(dataDir, rightKey)).found).toEqual([])
    await second.ask('account.disconnect', undefined)
    await second.close()
    crossings.push(...second.crossings)
    handed.push(...second.done)

    expect(service.ledger().filter((entry) => entry.kind === 'charge')).toHaveLength(2)
    expect(crossings.length).toBeGreaterThan(40)
    for (const key of [rightKey, wrongKey]) {
      expect(crossings.filter(({ payload }) => containsTrace(payload, key))).toEqual([])
      expect(handed.filter((text) => containsTrace(text, key))).toEqual([])
      const { found, looked } = await searchFilesForTrace(dataDir, key)
      expect(found).toEqual([])
      expect(looked).toBeGreaterThan(4)
    }
  })

  it('stays in memory and off the disk if there is no secure storage', async () => {
    const store = createAesStore('linux', { mark: 'v10' })
    const first = await openKilnWithoutWindow({ dataDir, store })
    expect(await first.ask('account.isKeyStorageSecure', undefined)).toMatchObject({ ok: true, value: false })
    expect(await first.ask('account.connect', { ...(await type(first, rightKey)), acceptWeakStorage: false })).toMatchObject({
      ok: true,
      value: { isKeyStored: false }
    })
    expect(await first.ask('account.state', undefined)).toMatchObject({
      ok: true,
      value: { hold: null, connection: { baseUrl: service.url } }
    })
    await first.close()
    expect((await searchFilesForTrace(dataDir, rightKey)).found).toEqual([])

    const second = await openKilnWithoutWindow({ dataDir, store })
    expect(await second.ask('account.state', undefined)).toMatchObject({
      ok: true,
      value: {
        hold: 'key',
        holdProblem: 'key-cleared',
        connection: { baseUrl: service.url }
      }
    })
    await second.close()
  })

  it('is removed from the clipboard after a successful connection, and other texts stay', async () => {
    const kiln = await openKilnWithoutWindow({ dataDir, store: createAesStore('linux') })
    kiln.clipboard.text = wrongKey
    expect(await kiln.ask('account.connect', { ...(await type(kiln, wrongKey)), acceptWeakStorage: false })).toMatchObject({ ok: false })
    // Connecting failed, so the clipboard keeps the key for another attempt.
    expect(kiln.clipboard.text).toBe(wrongKey)
    kiln.clipboard.text = 'a shopping list'
    const connected = { ok: true, value: { isClipboardCleared: false } }
    expect(await kiln.ask('account.connect', { ...(await type(kiln, rightKey)), acceptWeakStorage: false })).toMatchObject(connected)
    expect(kiln.clipboard.text).toBe('a shopping list')
    kiln.clipboard.text = `Bearer ${rightKey}\n`
    expect(await kiln.ask('account.connect', { ...(await type(kiln, `Bearer ${rightKey}`)), acceptWeakStorage: false })).toMatchObject({
      ok: true,
      value: { isClipboardCleared: true }
    })
    expect(kiln.clipboard.text).toBe('')
    await kiln.close()
  })

  it('is found by this test’s search', async () => {
    const text = `before${rightKey}after`
    for (const bytes of [
      text,
      Buffer.from(text).toString('base64'),
      Buffer.from(`x${text}`).toString('base64url'),
      Buffer.from(text).toString('hex'),
      Buffer.from(text, 'utf16le')
    ]) {
      expect(containsTrace(bytes, rightKey)).toBe(true)
    }
    expect(containsTrace(text, wrongKey)).toBe(false)
    expect(Math.min(...secretTraces(rightKey).map(({ length }) => length))).toBeGreaterThan(25)
    await writeFile(join(dataDir, 'planted'), Buffer.from(`noise ${text}`).toString('base64'))
    expect((await searchFilesForTrace(dataDir, rightKey)).found).toEqual([join(dataDir, 'planted')])
  })
})
