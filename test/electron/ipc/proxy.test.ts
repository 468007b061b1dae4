import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPracticeService, type PracticeService } from '../../../electron/practice/practice-service.ts'
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/ipc/ipc.ts'
import { createAesStore } from '../accounts/aes-store.ts'
import { sealText } from '../accounts/seal-text.ts'
import { searchFilesForTrace, containsTrace } from '../accounts/secret-traces.ts'
import { openProxy, type TestProxy } from '../../integration/open-proxy.ts'
import { openKilnWithoutWindow, type KilnWithoutWindow } from './open-kiln-without-window.ts'

const password = 'correct-horse-battery-9Kd2'
const wrongPassword = 'staple-of-yesterday-7Qm4'
const store = createAesStore('linux')

let folder: string
let service: PracticeService
let proxy: TestProxy
let kiln: KilnWithoutWindow

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-behind-proxy-'))
  await mkdir(join(folder, 'data'))
  service = await openPracticeService({ timeScale: 0.01, results: 'tiny' })
  proxy = await openProxy()
  proxy.demand({ kind: 'password', userPass: `ada.lovelace:${password}` })
  kiln = await open()
})
afterEach(async () => {
  await kiln.close()
  await proxy.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

function open(): Promise<KilnWithoutWindow> {
  return openKilnWithoutWindow({ dataDir: join(folder, 'data'), store, timeScale: 0.02, pacAnswer: `PROXY ${proxy.host}` })
}

/** Sends an IPC request and returns its value. Throws if the request fails. */
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

/** Seals a typed secret as the page does. */
async function sealed(text: string): Promise<string> {
  return sealText(text, await get('account.sealingKey', undefined))
}

async function signIn(userPass: string) {
  return kiln.ask('proxy.signIn', { host: proxy.host, sealed: await sealed(userPass), acceptWeakStorage: false })
}

async function connect() {
  return kiln.ask('account.connect', { baseUrl: service.url, sealedKey: await sealed(service.apiKey), acceptWeakStorage: false })
}

const account = () => get('account.state', undefined)
const phaseOf = async (id: string) => (await get('task.list', undefined)).find((task) => task.id === id)?.phase

describe('a proxy that needs a username and password', () => {
  it('is reported when connecting, which succeeds after they are entered', async () => {
    expect(await connect()).toMatchObject({
      ok: false,
      message: 'Your network’s proxy needs a username and password. Nothing was sent or charged.',
      problems: []
    })
    expect(await get('proxy.state', undefined)).toMatchObject({ host: proxy.host, needs: 'password' })
    expect(await signIn(`ada.lovelace:${wrongPassword}`)).toMatchObject({ ok: false, field: 'password' })
    expect(await signIn(':')).toMatchObject({ ok: false, field: 'name' })
    expect(service.calls()).toEqual([])
    expect(await signIn(`ada.lovelace:${password}`)).toEqual({ ok: true, value: { isStored: true } })
    expect(await connect()).toMatchObject({ ok: true })
    expect(await get('proxy.state', undefined)).toMatchObject({ needs: null, hasPassword: true })
  })

  it('makes tasks wait at no cost if it asks again, and they resume automatically', async () => {
    await connect()
    await signIn(`ada.lovelace:${password}`)
    await connect()
    proxy.demand({ kind: 'password', userPass: 'ada.lovelace:a new one' })
    await get('proxy.forget', { host: proxy.host })
    const { id } = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a kiln' } })
    await expect.poll(async () => (await account()).networkBlock).toBe('proxy-password')
    expect([await phaseOf(id), service.ledger()]).toEqual(['queued', []])
    // The proxy no longer requires a password. The task must resume without the user.
    proxy.demand({ kind: 'nothing' })
    await expect.poll(() => phaseOf(id)).toBe('done')
    expect((await account()).networkBlock).toBeNull()
    expect(service.ledger()).toHaveLength(1)
  })

  it('lets tasks resume once they are entered, also after a restart, and the password stays secret', async () => {
    await connect()
    await signIn(`ada.lovelace:${wrongPassword}`)
    await signIn(`ada.lovelace:${password}`)
    await connect()
    const first = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a kiln' } })
    await expect.poll(() => phaseOf(first.id)).toBe('done')
    const crossings = [...kiln.crossings]
    await kiln.close()
    kiln = await open()
    const second = await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'another kiln' } })
    await expect.poll(() => phaseOf(second.id)).toBe('done')
    crossings.push(...kiln.crossings)
    const told = [await get('task.timeline', { id: second.id }), await account(), await get('settings.get', undefined)]
    for (const secret of [password, wrongPassword]) {
      expect(crossings.filter(({ payload }) => containsTrace(payload, secret))).toEqual([])
      expect(containsTrace(JSON.stringify(told), secret)).toBe(false)
      const { found, looked } = await searchFilesForTrace(folder, secret)
      expect(found).toEqual([])
      expect(looked).toBeGreaterThan(4)
    }
    expect(service.calls().some(({ path }) => path.includes('lovelace'))).toBe(false)
    expect(service.ledger()).toHaveLength(2)
  })
})
