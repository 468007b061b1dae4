import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { openStudio, type Studio, type StudioOptions } from '../../electron/studio.ts'
import type { Phase, Task } from '../../shared/task/task.ts'
import { Secret } from '../../electron/accounts/secret.ts'

/** A request that the service received. */
export type IndependentServiceCall = {
  readonly method: string
  /** The path without the query string. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly json: Record<string, unknown>
}

/** Responds to a call. Returns false if the service should send its default response instead. */
export type ResponseOverride = (
  call: IndependentServiceCall,
  response: ServerResponse,
  service: IndependentService
) => boolean | void | Promise<boolean | void>

export type ResponseOverrides = {
  readonly capabilities?: ResponseOverride
  readonly openapi?: ResponseOverride
  readonly upload?: ResponseOverride
  readonly recent?: ResponseOverride
  readonly submit?: ResponseOverride
  readonly query?: ResponseOverride
  readonly put?: ResponseOverride
  readonly result?: ResponseOverride
}

/**
 * A service that was written from the spec alone, to test Kiln against an independent implementation. Doesn't share code with the practice
 * service. Tests can replace each response by another format that the spec allows.
 */
export type IndependentService = {
  readonly url: string
  readonly storageUrl: string
  readonly apiKey: string
  readonly calls: readonly IndependentServiceCall[]
  /** Task ID by idempotency key. Each entry is one charged task. */
  readonly taskOfKey: ReadonlyMap<string, string>
  /** Request bodies of submissions by idempotency key, in the order of arrival. */
  readonly bodiesOfKey: ReadonlyMap<string, readonly string[]>
  readonly overrides: ResponseOverrides
  /** Accepts a submission. Creates only one task for each idempotency key. Returns the task ID. */
  readonly take: (call: IndependentServiceCall) => string
  readonly change: (overrides: ResponseOverrides) => void
  readonly setKey: (apiKey: string) => void
  readonly callsTo: (ending: string) => number
  /** Closes all API connections and restarts the API on another port with the same state. */
  readonly moveToAnotherPort: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}

export const resultPng: Buffer = await sharp({ create: { width: 24, height: 16, channels: 3, background: '#c8a58a' } })
  .png()
  .toBuffer()

export async function openIndependentService(first: ResponseOverrides = {}): Promise<IndependentService> {
  const calls: IndependentServiceCall[] = []
  const taskOfKey = new Map<string, string>()
  const bodiesOfKey = new Map<string, string[]>()
  let overrides = first
  let apiKey = 'sk-foreign-0123456789'
  let api = await listen(answerApi)
  const storage = await listen(answerStorage)

  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    if (call.headers.authorization !== `Bearer ${apiKey}`) {
      return respondWithJson(response, 401, { success: false, error: 'no', errorType: 'API_KEY_INVALID_OR_REVOKED' })
    }
    const override = overrideOf(call.path)
    if (override !== undefined && (await override(call, response, service)) !== false) return
    if (call.path.endsWith('/submit')) {
      const taskId = service.take(call)
      return respondWithJson(response, 200, { success: true, taskId, creditsConsumed: 0 })
    }
    if (call.path.endsWith('/query')) {
      return respondWithJson(response, 200, {
        success: true,
        data: { status: 'completed', imageUrl: `${service.storageUrl}/result/${call.json['taskId']}.png` }
      })
    }
    if (call.path.endsWith('/files/upload')) {
      const name = String(call.json['fileName'])
      const place = `${service.storageUrl}/put/${encodeURIComponent(name)}`
      return respondWithJson(response, 200, { success: true, uploadCommand: `curl -X PUT -T '${name}' '${place}'`, fileUrl: place })
    }
    if (call.path.endsWith('/tasks/recent')) return respondWithJson(response, 200, { success: true, tasks: [...taskOfKey.values()] })
    respondWithJson(response, 404, { success: false, error: 'not found' })
  }

  async function answerStorage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    const override = call.method === 'PUT' || call.method === 'POST' ? overrides.put : overrides.result
    if (override !== undefined && (await override(call, response, service)) !== false) return
    if (call.method === 'GET') response.writeHead(200, { 'content-type': 'image/png' }).end(resultPng)
    else response.writeHead(200).end()
  }

  function overrideOf(path: string): ResponseOverride | undefined {
    if (path.endsWith('/submit')) return overrides.submit
    if (path.endsWith('/query')) return overrides.query
    if (path.endsWith('/files/upload')) return overrides.upload
    if (path.endsWith('/tasks/recent')) return overrides.recent
    if (path.endsWith('/openapi.json')) return overrides.openapi
    return path.endsWith('/capabilities') ? overrides.capabilities : undefined
  }

  const service: IndependentService = {
    get url() {
      return addressOf(api)
    },
    get overrides() {
      return overrides
    },
    get apiKey() {
      return apiKey
    },
    storageUrl: addressOf(storage),
    calls,
    taskOfKey,
    bodiesOfKey,
    take: (call) => {
      const key = String(call.headers['idempotency-key'])
      bodiesOfKey.set(key, [...(bodiesOfKey.get(key) ?? []), call.body.toString()])
      const taskId = taskOfKey.get(key) ?? `task-${taskOfKey.size + 1}`
      taskOfKey.set(key, taskId)
      return taskId
    },
    change: (next) => {
      overrides = next
    },
    setKey: (key) => {
      apiKey = key
    },
    callsTo: (ending) => calls.filter((call) => call.path.endsWith(ending)).length,
    moveToAnotherPort: async () => {
      await end(api)
      api = await listen(answerApi)
    },
    stop: () => end(api),
    close: async () => {
      await end(api)
      await end(storage)
    }
  }
  return service
}

export function respondWithJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function readCall(request: IncomingMessage): Promise<IndependentServiceCall> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    // The client disconnected before the end. Uses the bytes that arrived.
  }
  const body = Buffer.concat(chunks)
  return {
    method: request.method ?? '',
    path: (request.url ?? '').replace(/\?.*$/, ''),
    query: new URLSearchParams((request.url ?? '').replace(/^[^?]*/, '')),
    headers: request.headers,
    body,
    json: parsed(body)
  }
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

function listen(answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => void answer(request, response))
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo | null)?.port ?? 1}`
}

async function end(server: Server): Promise<void> {
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  await ended
}

export type IndependentSetup = {
  readonly service: IndependentService
  readonly dataDir: string
  readonly folder: string
  studio: Studio
  readonly reopen: (changes?: Partial<StudioOptions>) => Promise<Studio>
  readonly until: (id: string, ...phases: readonly Phase[]) => Promise<Task>
  readonly photo: (name?: string) => Promise<string>
}

/** Opens a real studio with its own folder, connected to an independent service. */
export async function openIndependentSetup(
  overrides: ResponseOverrides = {},
  changes: Partial<StudioOptions> = {}
): Promise<IndependentSetup> {
  const service = await openIndependentService(overrides)
  const folder = await mkdtemp(join(tmpdir(), 'kiln-foreign-'))
  const dataDir = join(folder, 'data')
  const open = (more: Partial<StudioOptions> = {}): Promise<Studio> =>
    openStudio({ dataDir, connection: { baseUrl: service.url, apiKey: new Secret(service.apiKey) }, timeScale: 0.005, ...changes, ...more })
  const setup: IndependentSetup = {
    service,
    dataDir,
    folder,
    studio: await open(),
    reopen: async (more) => {
      await setup.studio.close()
      setup.studio = await open(more)
      return setup.studio
    },
    until: async (id, ...phases) => {
      await waitUntil(
        () => phases.includes(setup.studio.task(id)?.phase ?? 'cancelled'),
        () => {
          const told = setup.studio.timeline(id).map((entry) => `${entry.code} ${entry.errorType ?? ''}`)
          return `The task is ${setup.studio.task(id)?.phase}, not ${phases.join(' or ')}.\n${told.slice(-30).join('\n')}`
        }
      )
      return setup.studio.task(id) as Task
    },
    photo: async (name = 'photo.png') => {
      const path = join(folder, name)
      await writeFile(
        path,
        await sharp({ create: { width: 640, height: 480, channels: 3, background: '#8aa5c8' } })
          .png()
          .toBuffer()
      )
      return path
    }
  }
  onTestFinished(async () => {
    await setup.studio.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  return setup
}

export async function waitUntil(isTrue: () => boolean, words: () => string = () => 'The condition wasn’t met in time.'): Promise<void> {
  const giveUpAt = Date.now() + 300_000
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error(words())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
