import { mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { IpcSender } from '../../electron/ipc/register-ipc-handlers.ts'
import { pageRequests, pathRequests, type RequestInput, type RequestName, type RequestOutput } from '../../shared/ipc/ipc.ts'
import { createAesStore } from '../electron/accounts/aes-store.ts'
import { sealText } from '../electron/accounts/seal-text.ts'
import { containsTrace, secretTraces } from '../electron/accounts/secret-traces.ts'
import { pickFrom, seededRandomStream } from '../crash/seeded-random-stream.ts'
import { openKilnWithoutWindow, pageSender } from '../electron/ipc/open-kiln-without-window.ts'
import type { KilnWithoutWindow } from '../electron/ipc/open-kiln-without-window.ts'
import { hostilePayload, validPayload } from './hostile-payload.ts'
import type { HostilePayload } from './hostile-payload.ts'
import { changedNames, readFolderState } from './read-folder-state.ts'

export type IpcFuzzReport = {
  readonly channels: number
  readonly payloads: number
  /** Number of payloads that must be rejected, because of their content or an unauthorised sender. */
  readonly hadToBeRefused: number
  /** Number of requests that returned a value. `refusedInWords`: number of valid payloads that Kiln rejected with a message. */
  readonly answered: number
  readonly refusedInWords: number
  /** One entry for each fault, with the request and the payload's index. Empty if there are no faults. */
  readonly faults: readonly string[]
}

const requests = { ...pageRequests, ...pathRequests }
const requestNames = Object.keys(requests) as RequestName[]
const apiKey = 'sk-fuzz-6Rw3xK9mTq2VbH8nYc5j'
const capability = 'imgmodel-image-generator'
const traces = secretTraces(apiKey)
/**
 * Time limit for one response, in milliseconds. Most responses take less than a millisecond. Payloads with 10 MB of bytes take the longest.
 */
const longestAnswerInMs = 10_000
const mostFaults = 50

/** Requests that can change data if a hostile payload is valid. They save user content, or identify a row by an easily guessed number. */
const keeps: ReadonlySet<RequestName> = new Set([
  'settings.change',
  'workspace.saveDraft',
  'workspace.savePreset',
  // Prompt rows have sequential numbers, so a random number may match a row.
  'workspace.removePrompt',
  'workspace.restorePrompt',
  'library.keepCollection',
  'library.removeCollection',
  'library.change',
  'library.trash',
  'media.keep',
  'task.submit'
])

const strangers: readonly IpcSender[] = [
  { ...pageSender, isOwnWindow: false },
  { ...pageSender, isMainFrame: false },
  { ...pageSender, url: null },
  { ...pageSender, url: '' },
  { ...pageSender, url: 'about:blank' },
  { ...pageSender, url: 'app://kiln.evil/' },
  { ...pageSender, url: 'app://kiln@evil/' },
  { ...pageSender, url: 'app://evil@kiln/' },
  { ...pageSender, url: 'https://kiln/' },
  { ...pageSender, url: 'file:///app://kiln/' },
  { ...pageSender, url: 'app:kiln' },
  { ...pageSender, url: 'x'.repeat(100_000) }
]

const outcomeSchema = z.union([
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({
    ok: z.literal(false),
    // Has a high limit, because the message may contain a file name from the payload.
    message: z.string().min(1).max(40_000),
    advice: z.string().max(2_000).nullable(),
    requestId: z.string().nullable(),
    problems: z.array(z.object({ code: z.string() })).max(10_000),
    field: z.string().optional(),
    guards: z.array(z.unknown()).optional()
  })
])
const refusedSender = 'This page isn’t allowed to make that request.'
const refusedPayload = 'Kiln couldn’t read this request. Nothing was changed or sent. Try again.'

/** Matches text from stack traces, module errors or database errors, which no message may contain. */
const insides = /\bat [\w.<>$ ]+ \(|node:internal|\bnode_modules\b|\.[cm]?[jt]s:\d+|ERR_[A-Z_]+|\bSQLITE_|ZodError|TypeError|RangeError/

/**
 * Sends hostile payloads for every IPC request to the real handlers of an app without a window. Every response must have the defined format
 * and must not reveal internals. Rejected payloads must not change data on disk.
 */
export async function fuzzIpc(options: {
  readonly perChannel: number
  readonly seed: number
  readonly onProgress?: (what: string) => void
}): Promise<IpcFuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-fuzz-ipc-'))
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const faults: string[] = []
  const fault = (text: string): void => {
    if (faults.length < mostFaults) faults.push(text.slice(0, 400))
  }
  const onRejection = (error: unknown): void => fault(`Unhandled rejection: ${String(error)}`)
  process.on('unhandledRejection', onRejection)
  const service = await openPracticeService({ apiKey, timeScale: 0.01, results: 'tiny' })
  const kiln = await openKilnWithoutWindow({ dataDir, store: createAesStore('linux'), timeScale: 0.02 })
  const report = { channels: 0, payloads: 0, hadToBeRefused: 0, answered: 0, refusedInWords: 0 }
  let state: ReadonlyMap<string, string> = new Map()
  /** Payloads that may be valid and change data. They're sent at the end, when data is no longer compared. */
  const later: (() => Promise<void>)[] = []
  try {
    await furnish(kiln, service.url)
    state = await stateAtRest(dataDir)
    for (const name of requestNames) {
      report.channels += 1
      await fuzzChannel(name)
    }
    options.onProgress?.('requests that save data')
    for (const askNow of later) await askNow()
    if (Object.hasOwn(Object.prototype, 'polluted')) fault('A payload polluted Object.prototype.')
    for (const file of await readdir(join(dataDir, 'logs'))) {
      if (containsTrace(await readFile(join(dataDir, 'logs', file)), apiKey)) fault(`The log ${file} contains the API key.`)
    }
  } finally {
    await kiln.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
    // Gives unhandled rejections time to be reported.
    await sleep(0)
    process.off('unhandledRejection', onRejection)
  }
  return { ...report, faults }

  async function fuzzChannel(name: RequestName): Promise<void> {
    const random = seededRandomStream(options.seed + requestNames.indexOf(name))
    for (let place = 0; place < options.perChannel; place += 1) {
      if (place % 500 === 0) options.onProgress?.(`${name} #${place}`)
      if (random() < 0.05) {
        const payload = validPayload(random, requests[name].input)
        await ask(name, pickFrom(random, strangers), { payload, mustBeRefused: true, spoilt: 'a stranger' }, place, refusedSender)
        continue
      }
      const hostile = hostilePayload(random, requests[name].input)
      if (hostile.mustBeRefused) await ask(name, pageSender, hostile, place, refusedPayload)
      // Skips a request without input, for which an undefined payload is valid.
      else if (hostile.payload === undefined) continue
      else if (keeps.has(name)) later.push(() => ask(name, pageSender, hostile, place, null))
      else await ask(name, pageSender, hostile, place, null)
    }
    const after = readFolderState(dataDir)
    const changed = changedNames(state, after)
    if (changed.length > 0) fault(`${name}: rejected payloads changed ${changed.join(', ')}.`)
    state = after
  }

  async function ask(name: RequestName, sender: IpcSender, hostile: HostilePayload, place: number, refusal: string | null): Promise<void> {
    const where = `${name} #${place}, ${hostile.spoilt}`
    report.payloads += 1
    if (refusal !== null) report.hadToBeRefused += 1
    const startedAt = performance.now()
    let answer: unknown
    try {
      answer = await kiln.askAs(name, sender, hostile.payload)
    } catch (error) {
      fault(`${where}: an exception reached the page: ${String(error)}`)
      return
    }
    const tookInMs = performance.now() - startedAt
    if (tookInMs > longestAnswerInMs) fault(`${where}: it took ${Math.round(tookInMs)} ms.`)
    const outcome = outcomeSchema.safeParse(answer)
    if (!outcome.success) return fault(`${where}: the response isn’t an outcome: ${JSON.stringify(answer)?.slice(0, 200)}`)
    if (outcome.data.ok) {
      if (refusal !== null) fault(`${where}: it wasn’t rejected.`)
      report.answered += 1
    } else if (refusal === null) {
      report.refusedInWords += 1
      if (outcome.data.message.startsWith('Something went wrong inside')) fault(`${where}: it caused an internal error.`)
    } else if (outcome.data.message !== refusal) fault(`${where}: the rejection’s message differs: ${outcome.data.message}`)
    const told = JSON.stringify(answer)
    const bytes = Buffer.from(told)
    if (traces.some((trace) => bytes.includes(trace))) fault(`${where}: the response contains the API key.`)
    if (!outcome.data.ok && (insides.test(told) || told.includes(folder) || told.includes(homedir())))
      fault(`${where}: the response reveals internals: ${told.slice(0, 200)}`)
  }
}

/** Adds an account, a draft, a preset, and a completed task with its file. A fault could destroy this data. */
async function furnish(kiln: KilnWithoutWindow, baseUrl: string): Promise<void> {
  const sealedKey = await sealText(apiKey, await get(kiln, 'account.sealingKey', undefined))
  await get(kiln, 'account.connect', { baseUrl, sealedKey, acceptWeakStorage: false })
  await get(kiln, 'contract.checkAgain', undefined)
  const values = { prompt: 'a kiln at dusk' }
  const { id } = await get(kiln, 'task.submit', { capability, values })
  const form = { values, modeId: null, keptSeeds: [], left: [] }
  await get(kiln, 'workspace.saveDraft', { capability, form })
  await get(kiln, 'workspace.savePreset', { capability, name: 'Dusk', form, replaces: false })
  for (;;) {
    const task = (await get(kiln, 'task.list', undefined)).find((one) => one.id === id)
    if (task?.phase === 'done') break
    await sleep(20)
  }
  await get(kiln, 'library.look', undefined)
}

async function get<Name extends RequestName>(kiln: KilnWithoutWindow, name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const outcome = await kiln.ask(name, input)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value
}

/** Waits until earlier writes are complete. Returns the state once two checks 100 ms apart are equal. */
async function stateAtRest(dataDir: string): Promise<ReadonlyMap<string, string>> {
  let last = readFolderState(dataDir)
  for (;;) {
    await sleep(100)
    const next = readFolderState(dataDir)
    if (changedNames(last, next).length === 0) return next
    last = next
  }
}
