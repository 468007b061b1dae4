import { Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendResponse } from './http-response.ts'
import type { HttpResponse } from './http-response.ts'
import type { BlobStore } from './blob-store.ts'
import type { LedgerStore, UploadRecord } from './ledger-store.ts'
import { parseRangeHeader } from './byte-range.ts'
import type { LoggedCall } from './call-log.ts'
import type { InjectedFault, FaultTarget } from './fault-injector.ts'
import { randomId } from './random-id.ts'
import type { SignedUrls } from './signed-urls.ts'
import { voices } from './capabilities/definition.ts'
import { makeVoiceSample } from './generators/make-audio.ts'
import { resultBlobName, uploadBlobName, voiceSamplePath } from './storage-paths.ts'

type StorageHandlerOptions = {
  readonly ledgerStore: LedgerStore
  readonly blobs: BlobStore
  readonly signedUrls: SignedUrls
  readonly nextFault: (target: FaultTarget, capability: string | null) => InjectedFault | null
  readonly recordCall: (loggedCall: LoggedCall) => void
  readonly now: () => number
}

/** An error from the storage origin. The origin isn't part of the API and uses its own error codes. */
class StorageRefusal extends Error {
  readonly httpStatus: number
  readonly code: string
  constructor(httpStatus: number, code: string, message: string) {
    super(message)
    this.httpStatus = httpStatus
    this.code = code
  }
}

/** A stored file that a request may read. */
type Item = { readonly blob: string; readonly bytes: number; readonly sha256: string; readonly contentType: string }

/** Handles every request to the storage origin: PUT for uploads, and GET and HEAD for uploads, results and voice samples. Never rejects. */
export function createStorageHandler(
  storageHandlerOptions: StorageHandlerOptions
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { ledgerStore, blobs, signedUrls, now } = storageHandlerOptions

  return async (request, response) => {
    const requestId = randomId('req')
    response.setHeader('x-request-id', requestId)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const method = request.method ?? 'GET'
    const [, room, id = '', place = ''] = url.pathname.split('/')
    const on: FaultTarget | null = method === 'PUT' ? 'transfer' : room === 'results' ? 'download' : null
    const capability = (room === 'uploads' ? ledgerStore.upload(id)?.capability : ledgerStore.task(id)?.capability) ?? null
    const hasAuthorization = request.headers.authorization !== undefined
    const taskId = room === 'results' ? id : null
    const loggedCall: LoggedCall = {
      at: now(),
      on,
      method,
      path: url.pathname,
      capability,
      tool: null,
      idempotencyKey: null,
      taskId,
      hasAuthorization,
      requestId,
      httpStatus: null,
      errorType: null
    }
    storageHandlerOptions.recordCall(loggedCall)
    const fault = on === null ? null : storageHandlerOptions.nextFault(on, capability)

    try {
      const answer = await decide()
      if (answer === null) {
        response.destroy()
        return
      }
      loggedCall.httpStatus = fault?.kind === 'lose-answer' ? null : answer.httpStatus
      if (fault?.kind === 'error') loggedCall.errorType = fault.errorType
      // A rejected request may leave its body unread, so the connection can't be reused.
      if (!request.complete) response.setHeader('connection', 'close')
      await sendResponse(response, answer, fault)
      if (!request.complete) request.resume()
    } catch {
      response.destroy()
    }

    async function decide(): Promise<HttpResponse | null> {
      try {
        if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.delayInMs))
        if (hasAuthorization)
          throw new StorageRefusal(
            400,
            'AuthorizationNotAllowed',
            'Storage doesn’t accept an Authorization header. Don’t send the API key here.'
          )
        if (fault !== null && 'workIsDone' in fault && !fault.workIsDone) return fault.kind === 'lose-answer' ? null : faultAnswer(fault)
        const answer = await serve()
        return answer === null ? null : ((fault === null ? null : faultAnswer(fault)) ?? answer)
      } catch (cause) {
        if (cause instanceof StorageRefusal) {
          loggedCall.errorType = cause.code
          return { httpStatus: cause.httpStatus, headers: {}, body: JSON.stringify({ code: cause.code, message: cause.message }) }
        }
        // The client disconnected. The partial upload was discarded, and the client can't receive a response.
        if (!request.complete) return null
        return { httpStatus: 500, headers: {}, body: JSON.stringify({ code: 'InternalError', message: String(cause) }) }
      }
    }

    async function serve(): Promise<HttpResponse | null> {
      if (method === 'PUT' && room === 'uploads') return receive(ledgerStore.upload(id), request, url, fault)
      if (method !== 'GET' && method !== 'HEAD') throw new StorageRefusal(405, 'MethodNotAllowed', `${method} is not supported.`)
      if (room === 'samples') return sampleResponse(url.pathname, method === 'HEAD')
      const item = room === 'results' ? resultItem(id, place, url) : uploadItem(room === 'uploads' ? ledgerStore.upload(id) : null, now())
      return itemResponse(item, request, method === 'HEAD', blobs)
    }
  }

  async function receive(
    upload: UploadRecord | null,
    request: IncomingMessage,
    url: URL,
    fault: InjectedFault | null
  ): Promise<HttpResponse | null> {
    if (upload === null) throw new StorageRefusal(404, 'NoSuchUpload', 'This upload doesn’t exist.')
    const standing = signedUrls.check('PUT', url, now())
    if (standing === 'forged') throw new StorageRefusal(403, 'SignatureDoesNotMatch', 'This URL’s signature is invalid.')
    if (standing === 'expired' || upload.expiresAt <= now()) throw new StorageRefusal(403, 'RequestExpired', 'This URL has expired.')
    const declared = request.headers['content-length']
    if (declared === undefined) throw new StorageRefusal(411, 'MissingContentLength', 'The Content-Length header is required.')
    if (Number(declared) !== upload.fileSize)
      throw new StorageRefusal(400, 'SizeMismatch', `This upload must have ${upload.fileSize} bytes, but Content-Length is ${declared}.`)
    if (request.headers['content-type'] !== upload.contentType)
      throw new StorageRefusal(
        400,
        'ContentTypeMismatch',
        `Content-Type must be ${upload.contentType}, but it is ${request.headers['content-type'] ?? 'missing'}.`
      )
    if (fault?.kind === 'break-request') {
      await swallow(request, fault.afterBytes)
      return null
    }
    const facts = await blobs.receive(uploadBlobName(upload.uploadId), request)
    await ledgerStore.receiveUpload(upload.uploadId, now(), facts)
    return { httpStatus: 200, headers: { etag: `"${facts.sha256}"` }, body: '' }
  }

  function resultItem(taskId: string, place: string, url: URL): Item {
    const end = ledgerStore.task(taskId)?.end
    const output = end?.kind === 'completed' ? end.outputs[Number(place)] : undefined
    const standing = signedUrls.check('GET', url, now())
    if (standing === 'forged') throw new StorageRefusal(403, 'SignatureDoesNotMatch', 'This URL’s signature is invalid.')
    if (standing === 'expired') throw new StorageRefusal(403, 'RequestExpired', 'This URL has expired. Query the task for a new one.')
    if (output === undefined) throw new StorageRefusal(404, 'NoSuchResult', 'This result doesn’t exist.')
    return { blob: resultBlobName(taskId, Number(place)), bytes: output.bytes, sha256: output.sha256, contentType: output.contentType }
  }
}

function sampleResponse(path: string, isHead: boolean): HttpResponse {
  const voice = voices.find((one) => voiceSamplePath(one) === path)
  if (voice === undefined) throw new StorageRefusal(404, 'NoSuchSample', 'This sample doesn’t exist.')
  const sample = makeVoiceSample(voice)
  const headers = { 'content-type': 'audio/wav', 'content-length': String(sample.length) }
  return { httpStatus: 200, headers, body: isHead ? '' : { stream: Readable.from([sample]), bytes: sample.length } }
}

function uploadItem(upload: UploadRecord | null, now: number): Item {
  if (upload === null || upload.received === null) throw new StorageRefusal(404, 'NoSuchUpload', 'This file doesn’t exist.')
  if (upload.expiresAt <= now) throw new StorageRefusal(410, 'UploadExpired', 'This upload has expired.')
  return {
    blob: uploadBlobName(upload.uploadId),
    bytes: upload.received.bytes,
    sha256: upload.received.sha256,
    contentType: upload.contentType
  }
}

function itemResponse(item: Item, request: IncomingMessage, isHead: boolean, blobs: BlobStore): HttpResponse {
  const etag = `"${item.sha256}"`
  const headers = { 'content-type': item.contentType, etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' }
  // If `If-Range` names another version, the whole file is sent instead of a range.
  const ifRange = request.headers['if-range']
  const range = ifRange !== undefined && ifRange !== etag ? null : parseRangeHeader(request.headers.range, item.bytes)
  if (range === 'unsatisfiable') return { httpStatus: 416, headers: { ...headers, 'content-range': `bytes */${item.bytes}` }, body: '' }
  const { start, end } = range ?? { start: 0, end: item.bytes - 1 }
  const bytes = end - start + 1
  const partly = range === null ? {} : { 'content-range': `bytes ${start}-${end}/${item.bytes}` }
  const httpStatus = range === null ? 200 : 206
  if (isHead) return { httpStatus, headers: { ...headers, ...partly, 'content-length': String(bytes) }, body: '' }
  return { httpStatus, headers: { ...headers, ...partly }, body: { stream: blobs.read(item.blob, { start, end }), bytes } }
}

function faultAnswer(fault: InjectedFault): HttpResponse | null {
  if (fault.kind === 'error') {
    const retry = fault.retryAfterInSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(fault.retryAfterInSeconds)) }
    return {
      httpStatus: fault.httpStatus,
      headers: retry,
      body: JSON.stringify({ code: fault.errorType, message: fault.message ?? 'Practice fault.' })
    }
  }
  if (fault.kind === 'html')
    return {
      httpStatus: fault.httpStatus,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><h1>Bad gateway</h1>\n'
    }
  if (fault.kind === 'answer') return { httpStatus: fault.httpStatus, headers: { 'content-type': fault.contentType }, body: fault.body }
  return null
}

async function swallow(request: IncomingMessage, bytes: number): Promise<void> {
  let seen = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    seen += chunk.length
    if (seen >= bytes) return
  }
}
