import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { PracticeOptions, PracticeService } from '../../electron/practice/practice-service.ts'

/** An answer as a test looks at it. `body` is parsed JSON, or text where it is none. */
export type Seen = {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { readonly data?: Record<string, unknown> }
}

/** A practice service for one test, closed when the test is over. Tasks are done as soon as they are made. */
export async function practise(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await openPracticeService({ timeScale: 0, results: 'tiny', ...options })
  onTestFinished(() => service.close())
  return service
}

type Wish = { readonly body?: unknown; readonly headers?: Record<string, string | undefined>; readonly raw?: string }

export async function ask(service: PracticeService, method: 'GET' | 'POST' | 'DELETE', path: string, wish: Wish = {}): Promise<Seen> {
  const headers = Object.entries({ authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', ...wish.headers })
  const sent = wish.raw ?? (wish.body === undefined ? null : JSON.stringify(wish.body))
  const wanted = { method, headers: headers.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])) }
  const response = await fetch(service.url + path, sent === null ? wanted : { ...wanted, body: sent })
  const text = await response.text()
  let body: Seen['body']
  try {
    body = JSON.parse(text) as Seen['body']
  } catch {
    body = { text }
  }
  return { status: response.status, headers: response.headers, body }
}

export function submit(service: PracticeService, capability: string, body: unknown, key: string = randomUUID()): Promise<Seen> {
  return ask(service, 'POST', `/api/v1/${capability}/submit`, { body, headers: { 'idempotency-key': key } })
}

export function query(service: PracticeService, capability: string, taskId: unknown): Promise<Seen> {
  return ask(service, 'POST', `/api/v1/${capability}/query`, { body: { taskId } })
}

/** Submits and asks until the task has ended. */
export async function finish(service: PracticeService, capability: string, body: unknown): Promise<Seen> {
  const { body: taken } = await submit(service, capability, body)
  for (;;) {
    const seen = await query(service, capability, taken['taskId'])
    const status = seen.body.data?.['status']
    if (seen.status !== 200 || status === 'completed' || status === 'failed') return seen
    await wait(5)
  }
}

/** Waits until the task has ended in the service's own books. */
export async function ended(service: PracticeService, taskId: unknown): Promise<void> {
  while (service.tasks().find((task) => task.taskId === taskId)?.endedAt === null) await wait(5)
}

/** Uploads a file and gives its `fileUrl`. */
export async function upload(
  service: PracticeService,
  file: { capability: string; parameter: string; fileName: string; contentType: string; content: Buffer }
): Promise<string> {
  const { content, ...facts } = file
  const { body } = await ask(service, 'POST', '/api/v1/files/upload', { body: { ...facts, fileSize: content.length } })
  const sent = await fetch(putUrl(body), { method: 'PUT', headers: { 'content-type': file.contentType }, body: new Uint8Array(content) })
  if (sent.status !== 200) throw new Error(`The upload was answered with ${sent.status}: ${await sent.text()}`)
  return String(body['fileUrl'])
}

/** The address in an upload command. The commands of these tests quote nothing else with an http address in it. */
export function putUrl(answer: Seen['body']): string {
  return /'(http[^']+)'$/.exec(String(answer['uploadCommand']))?.[1] ?? ''
}

export const generator = 'imgmodel-image-generator'
export const generator3 = 'imgmodel-3-0-image-generator'
