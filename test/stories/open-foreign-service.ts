import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { openStudio, type Studio, type StudioOptions } from '../../electron/studio.ts'
import type { Phase, Task } from '../../shared/task.ts'

/** What a foreign service was asked. */
export type ForeignCall = {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly json: Record<string, unknown>
}

/** Answers a call itself; false: the plain way. */
export type Manner = (call: ForeignCall, response: ServerResponse, service: ForeignService) => boolean | void | Promise<boolean | void>

export type Manners = {
  readonly capabilities?: Manner
  readonly openapi?: Manner
  readonly upload?: Manner
  readonly recent?: Manner
  readonly submit?: Manner
  readonly query?: Manner
  readonly put?: Manner
  readonly result?: Manner
}

/**
 * A service that keeps to the spec and to nothing else: it has no part in common with the practice service, and each of its answers can be
 * given another shape that the spec allows.
 */
export type ForeignService = {
  readonly url: string
  readonly storageUrl: string
  readonly apiKey: string
  readonly calls: readonly ForeignCall[]
  /** Idempotency key to task id: as many as were charged. */
  readonly taskOfKey: ReadonlyMap<string, string>
  /** Bodies by idempotency key, in the order in which they came. */
  readonly bodiesOfKey: ReadonlyMap<string, readonly string[]>
  readonly manners: Manners
  /** Takes a submission as an honest service does: once for each key. */
  readonly take: (call: ForeignCall) => string
  readonly change: (manners: Manners) => void
  readonly setKey: (apiKey: string) => void
  readonly callsTo: (ending: string) => number
  /** Ends, with every socket, and comes back on another port with what it knew. */
  readonly moveToAnotherPort: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly close: () => Promise<void>
}

export const picture: Buffer = await sharp({ create: { width: 24, height: 16, channels: 3, background: '#c8a58a' } })
  .png()
  .toBuffer()

export async function openForeignService(first: Manners = {}): Promise<ForeignService> {
  const calls: ForeignCall[] = []
  const taskOfKey = new Map<string, string>()
  const bodiesOfKey = new Map<string, string[]>()
  let manners = first
  let apiKey = 'sk-foreign-0123456789'
  let api = await listen(answerApi)
  const storage = await listen(answerStorage)

  async function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    if (call.headers.authorization !== `Bearer ${apiKey}`) {
      return json(response, 401, { success: false, error: 'no', errorType: 'API_KEY_INVALID_OR_REVOKED' })
    }
    const manner = mannerOf(call.path)
    if (manner !== undefined && (await manner(call, response, service)) !== false) return
    if (call.path.endsWith('/submit')) {
      const taskId = service.take(call)
      return json(response, 200, { success: true, taskId, creditsConsumed: 0 })
    }
    if (call.path.endsWith('/query')) {
      return json(response, 200, {
        success: true,
        data: { status: 'completed', imageUrl: `${service.storageUrl}/result/${call.json['taskId']}.png` }
      })
    }
    if (call.path.endsWith('/files/upload')) {
      const name = String(call.json['fileName'])
      const place = `${service.storageUrl}/put/${encodeURIComponent(name)}`
      return json(response, 200, { success: true, uploadCommand: `curl -X PUT -T '${name}' '${place}'`, fileUrl: place })
    }
    if (call.path.endsWith('/tasks/recent')) return json(response, 200, { success: true, tasks: [...taskOfKey.values()] })
    json(response, 404, { success: false, error: 'not found' })
  }

  async function answerStorage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    const manner = call.method === 'PUT' || call.method === 'POST' ? manners.put : manners.result
    if (manner !== undefined && (await manner(call, response, service)) !== false) return
    if (call.method === 'GET') response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else response.writeHead(200).end()
  }

  function mannerOf(path: string): Manner | undefined {
    if (path.endsWith('/submit')) return manners.submit
    if (path.endsWith('/query')) return manners.query
    if (path.endsWith('/files/upload')) return manners.upload
    if (path.endsWith('/tasks/recent')) return manners.recent
    if (path.endsWith('/openapi.json')) return manners.openapi
    return path.endsWith('/capabilities') ? manners.capabilities : undefined
  }

  const service: ForeignService = {
    get url() {
      return addressOf(api)
    },
    get manners() {
      return manners
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
      manners = next
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

export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function readCall(request: IncomingMessage): Promise<ForeignCall> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    // The caller went away in the middle: what came is all there is.
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

export type ForeignStory = {
  readonly service: ForeignService
  readonly dataDir: string
  readonly folder: string
  studio: Studio
  readonly reopen: (changes?: Partial<StudioOptions>) => Promise<Studio>
  readonly until: (id: string, ...phases: readonly Phase[]) => Promise<Task>
  readonly photo: (name?: string) => Promise<string>
}

/** The real studio against a foreign service, on a folder of its own. */
export async function openForeignStory(manners: Manners = {}, changes: Partial<StudioOptions> = {}): Promise<ForeignStory> {
  const service = await openForeignService(manners)
  const folder = await mkdtemp(join(tmpdir(), 'kiln-foreign-'))
  const dataDir = join(folder, 'data')
  const open = (more: Partial<StudioOptions> = {}): Promise<Studio> =>
    openStudio({ dataDir, connection: { baseUrl: service.url, apiKey: service.apiKey }, timeScale: 0.005, ...changes, ...more })
  const story: ForeignStory = {
    service,
    dataDir,
    folder,
    studio: await open(),
    reopen: async (more) => {
      await story.studio.close()
      story.studio = await open(more)
      return story.studio
    },
    until: async (id, ...phases) => {
      await waitFor(
        () => phases.includes(story.studio.task(id)?.phase ?? 'cancelled'),
        () => {
          const told = story.studio.timeline(id).map((entry) => `${entry.words} ${entry.errorType ?? ''}`)
          return `Task is ${story.studio.task(id)?.phase}, not ${phases.join(' or ')}.\n${told.slice(-30).join('\n')}`
        }
      )
      return story.studio.task(id) as Task
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
    await story.studio.close()
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })
  return story
}

export async function waitFor(isTrue: () => boolean, words: () => string = () => 'It did not come to pass.'): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  while (!isTrue()) {
    if (Date.now() > giveUpAt) throw new Error(words())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
