import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserWindow } from 'electron'
import { z } from 'zod'
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import type { Outcome } from '../../shared/outcome.ts'
import type { Task } from '../../shared/task.ts'
import { settledPhases } from '../../shared/task-news.ts'
import type { SecureStore } from '../account/key-vault.ts'
import { sqliteFacts } from '../journal/sqlite-facts.ts'
import { systemSecureStore } from './secure-store.ts'
import { openAppUpdater } from './system-updater.ts'

const longestInMs = 120_000
const lookEveryInMs = 100
/** Full-text search finds results; without it the library could not open. */
const neededOption = 'ENABLE_FTS5'
const pictureSchema = z.object({ width: z.number().positive() })

export type SmokeReport = {
  readonly kiln: string
  readonly electron: string
  readonly chrome: string
  readonly node: string
  readonly platform: string
  readonly isPackaged: boolean
  readonly sqlite: { readonly version: string; readonly journalMode: string; readonly options: readonly string[] }
  /** `tag`: the first letters of a ciphertext, by which one can tell who encrypted it. */
  readonly secureStore: { readonly backend: string; readonly isAvailable: boolean; readonly tag: string }
  /** How this copy updates itself, or why it does not; and the part of electron-updater that this system would take. */
  readonly updates: { readonly state: string; readonly updater: string }
  /** The file that was made. */
  readonly result: { readonly bytes: number; readonly width: number; readonly milliseconds: number }
}

/**
 * `--smoke-test`, for packages: makes one thing with the practice service, on a data folder of its own, and says what all of it runs on.
 * Asks the page to ask, as a person would: through the preload, the checks of main and the app's own protocol.
 *
 * @throws Error with the reason when anything is not as it has to be, or takes longer than two minutes.
 */
export async function smokeTest(parts: {
  readonly window: Pick<BrowserWindow, 'webContents'>
  readonly app: { readonly getVersion: () => string; readonly isPackaged: boolean }
  readonly dataDir: string
}): Promise<SmokeReport> {
  const { window, app, dataDir } = parts
  const { platform } = process
  const store = systemSecureStore(platform === 'darwin' || platform === 'win32' ? platform : 'linux')
  const startedAt = performance.now()
  const deadline = AbortSignal.timeout(longestInMs)
  await until('the page to load', deadline, () => !window.webContents.isLoadingMainFrame() && window.webContents.getURL() !== '')
  await ask('app.info')
  await ask('account.practice')
  const sent = await ask('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'A vase, to see that all is well' } })
  const done = await finished(sent.id)
  const [result] = done.results
  if (result === undefined) throw new Error(`The task is ${done.phase} and has no file: ${done.failure?.message ?? 'no reason was given'}.`)
  const bytes = await readFile(result.path)
  if (createHash('sha256').update(bytes).digest('hex') !== result.sha256) throw new Error(`${result.path} is not what was kept.`)
  const { width } = await draw(mediaPaths.result(result.id))
  if (width !== result.width) throw new Error(`The page draws the picture ${width} pixels wide, and the file has ${result.width}.`)

  // Made by sharp, whose library has to get on with Electron's.
  const thumbnail = await draw(mediaPaths.thumbnail(result.id))
  if (thumbnail.width >= width) throw new Error(`The thumbnail is ${thumbnail.width} pixels wide, and the picture ${width}.`)

  const updater = openAppUpdater(platform)

  const sqlite = sqliteFacts(join(dataDir, 'smoke-test.db'))
  if (!sqlite.options.includes(neededOption)) throw new Error(`This SQLite lacks ${neededOption}.`)
  if (sqlite.journalMode !== 'wal') throw new Error(`This SQLite keeps no write-ahead log, but ${sqlite.journalMode}.`)
  return {
    kiln: app.getVersion(),
    electron: process.versions.electron ?? '',
    chrome: process.versions.chrome ?? '',
    node: process.versions.node,
    platform: `${platform}-${process.arch}`,
    isPackaged: app.isPackaged,
    sqlite,
    secureStore: { backend: store.backend(), isAvailable: await store.isAvailable(), tag: await tagOf(store) },
    updates: {
      state: await ask('updates.state').then(({ state }) => (state.kind === 'off' ? state.reason : state.kind)),
      updater: updater.constructor.name
    },
    result: { bytes: bytes.length, width, milliseconds: Math.round(performance.now() - startedAt) }
  }

  async function ask<Name extends RequestName>(name: Name, input?: RequestInput<Name>): Promise<RequestOutputs[Name]> {
    const words = [name, ...(input === undefined ? [] : [input])].map((word) => JSON.stringify(word)).join(', ')
    const asked: unknown = await Promise.race([
      window.webContents.executeJavaScript(`window.kiln.request(${words})`),
      expiry(name, deadline)
    ])
    const outcome = asked as Outcome<RequestOutputs[Name]>
    if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome)}`)
    return outcome.value
  }

  async function draw(address: string): Promise<{ readonly width: number }> {
    return pictureSchema.parse(await Promise.race([window.webContents.executeJavaScript(drawing(address)), expiry(address, deadline)]))
  }

  async function finished(id: string): Promise<Task> {
    let task: Task | undefined
    await until('the practice service to make a picture', deadline, async () => {
      task = (await ask('task.list')).find((one) => one.id === id)
      return task !== undefined && settledPhases.has(task.phase)
    })
    return task as Task
  }
}

/** @throws Error when the store does not give back what was put in. */
async function tagOf(store: SecureStore): Promise<string> {
  const text = 'No secret'
  const sealed = await store.encrypt(text)
  if ((await store.decrypt(sealed)).text !== text) throw new Error('The secure store gives back another text.')
  return Buffer.from(sealed.slice(0, 3)).toString('latin1')
}

/** Resolves to the width of a picture, as the page has drawn it. */
function drawing(address: string): string {
  return `new Promise((resolve, reject) => {
    const picture = new Image()
    picture.onload = () => resolve({ width: picture.naturalWidth })
    picture.onerror = () => reject(new Error('The page could not draw ${address}.'))
    picture.src = ${JSON.stringify(address)}
  })`
}

async function until(what: string, deadline: AbortSignal, isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (deadline.aborted) throw new Error(`Waited two minutes for ${what}.`)
    await sleep(lookEveryInMs)
  }
}

function expiry(what: string, deadline: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    deadline.addEventListener('abort', () => reject(new Error(`${what} was not answered within two minutes.`)), { once: true })
  })
}
