import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { PracticeOptions, PracticeService } from '../../electron/practice/practice-service.ts'
import { createTestRouter } from './test-endpoints.ts'

/** An HTTP response. `body`: the parsed JSON. If the response isn't JSON, `body` is `{ text }`. */
export type TestResponse = {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown> & { readonly data?: Record<string, unknown> }
}

/** Opens a practice service for one test and closes it when the test is over. Tasks finish as soon as they are created. */
export async function openTestService(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await openPracticeService({ timeScale: 0, results: 'tiny', extraEndpoints: createTestRouter, ...options })
  onTestFinished(() => service.close())
  return service
}

type RequestOptions = { readonly body?: unknown; readonly headers?: Record<string, string | undefined>; readonly raw?: string }

export async function sendRequest(
  service: PracticeService,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options: RequestOptions = {}
): Promise<TestResponse> {
  const headers = Object.entries({ authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', ...options.headers })
  const sent = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body))
  const wanted = { method, headers: headers.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])) }
  const response = await fetch(service.url + path, sent === null ? wanted : { ...wanted, body: sent })
  const text = await response.text()
  let body: TestResponse['body']
  try {
    body = JSON.parse(text) as TestResponse['body']
  } catch {
    body = { text }
  }
  return { status: response.status, headers: response.headers, body }
}

export function submitPracticeTask(
  service: PracticeService,
  capability: string,
  body: unknown,
  key: string = randomUUID()
): Promise<TestResponse> {
  return sendRequest(service, 'POST', `/api/v1/${capability}/submit`, { body, headers: { 'idempotency-key': key } })
}

export function queryPracticeTask(service: PracticeService, capability: string, taskId: unknown): Promise<TestResponse> {
  return sendRequest(service, 'POST', `/api/v1/${capability}/query`, { body: { taskId } })
}

/** Submits a task and checks its status until the task ends. Returns the last response. */
export async function runPracticeTask(service: PracticeService, capability: string, body: unknown): Promise<TestResponse> {
  const { body: taken } = await submitPracticeTask(service, capability, body)
  for (;;) {
    const testResponse = await queryPracticeTask(service, capability, taken['taskId'])
    const status = testResponse.body.data?.['status']
    if (testResponse.status !== 200 || status === 'completed' || status === 'failed') return testResponse
    await wait(5)
  }
}

/** Waits until the service's own records show the task as ended. */
export async function waitForEnd(service: PracticeService, taskId: unknown): Promise<void> {
  while (service.tasks().find((task) => task.taskId === taskId)?.endedAt === null) await wait(5)
}

/** Uploads a file and returns its `fileUrl`. */
export async function uploadPracticeFile(
  service: PracticeService,
  file: { capability: string; parameter: string; fileName: string; contentType: string; content: Buffer }
): Promise<string> {
  const { content, ...facts } = file
  const { body } = await sendRequest(service, 'POST', '/api/v1/files/upload', { body: { ...facts, fileSize: content.length } })
  const sent = await fetch(uploadUrlFromResponse(body), {
    method: 'PUT',
    headers: { 'content-type': file.contentType },
    body: new Uint8Array(content)
  })
  if (sent.status !== 200) throw new Error(`The upload returned status ${sent.status}: ${await sent.text()}`)
  return String(body['fileUrl'])
}

/** Returns the URL at the end of a response's `uploadCommand`. Empty if the command has no URL. */
export function uploadUrlFromResponse(answer: TestResponse['body']): string {
  return /'(http[^']+)'$/.exec(String(answer['uploadCommand']))?.[1] ?? ''
}

export const imageGeneratorId = 'imgmodel-image-generator'
export const imageGenerator3Id = 'imgmodel-3-0-image-generator'
