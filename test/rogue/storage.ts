import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RogueResultUrls } from './rogue-result-urls.ts'
import { type RogueResponse, rogueHtmlResponse } from './http-response.ts'
import { encodeContent } from './content-coding.ts'
import { type BodyFraming, deliverResponse, type ResponseDelivery } from './response-delivery.ts'
import { createOutputFile, type OutputFile } from './output-file.ts'
import type { FileFault, StoragePersonality } from './personality.ts'
import { rogueOutputKind, recordRogueCall, reportViolation, type ServiceState } from './service-state.ts'

export function handleDownload(state: ServiceState, addresses: RogueResultUrls, request: IncomingMessage, response: ServerResponse): void {
  const { storage } = state.personality
  const url = request.url ?? '/'
  const call = recordRogueCall(state, request, 'download')
  reportLeakedApiKey(state, request)
  const send = (answer: RogueResponse, delivery: ResponseDelivery = { kind: 'whole' }, length: BodyFraming = 'content-length'): void => {
    if (delivery.kind !== 'reset') call.status = answer.status
    deliverResponse(response, answer, { delivery, length, secondInMs: state.secondInMs })
  }
  const target = redirectTarget(state, url)
  if (target !== null) return send({ status: 302, headers: { location: target }, body: Buffer.alloc(0), hasRequestId: false })
  const address = addresses.find(url.replace(/^\/stored\//, '/files/').replace(/[?&]signed=1$/, ''))
  if (address === null) return send(storageError(404, 'NoSuchKey'))
  const { task, output } = address
  call.taskId = task.taskId
  const life = storage.addressLifeInSeconds
  const isExpired = life !== null && state.now() > address.at + life * state.secondInMs
  const fault = addresses.faultAt(address)
  output.downloads += 1
  if (isExpired) return send(storageError(403, 'AccessDenied'))
  if (fault !== null) output.failedAtAddress ??= output.addressesNamed
  if (fault?.does.kind === 'replaced') {
    if (output.versions.length === 1) {
      const [first] = output.versions as [OutputFile]
      const answer = fileAnswer(storage, first, 1, request)
      output.versions.push(createOutputFile(rogueOutputKind(state.personality, task.capability, output.index), `${first.sha256} replaced`))
      return send(answer, { kind: 'torn', atByte: fault.does.atByte, saysLength: true })
    }
  } else if (fault !== null) {
    const file = output.versions.at(-1) as OutputFile
    return sendFault(send, fault, fileAnswer(storage, file, 1, request), file)
  }
  const answer = fileAnswer(storage, output.versions.at(-1) as OutputFile, output.versions.length, request)
  response.on('finish', () => {
    output.isDownloaded = true
  })
  send(answer, { kind: 'whole' }, storage.length)
}

function sendFault(
  send: (answer: RogueResponse, delivery?: ResponseDelivery) => void,
  { does }: FileFault,
  file: RogueResponse,
  { marksItsEnd }: OutputFile
): void {
  switch (does.kind) {
    case 'status':
      return send(storageError(does.status, 'Unavailable'))
    case 'page':
      return send(rogueHtmlResponse(200))
    case 'empty':
      return send({ ...file, status: 200, body: Buffer.alloc(0) })
    case 'torn':
      // A truncated file must be detectable. If its format doesn't reveal the truncation, the response states its length.
      return send(file, { ...does, saysLength: does.saysLength || !marksItsEnd })
    case 'hang':
    case 'drip':
    case 'reset':
      return send(file, does)
    case 'refused':
    case 'replaced':
      return send(file)
  }
}

/** Reports an API key that reaches storage. The key belongs only in the `Authorization` header of the API. */
export function reportLeakedApiKey(state: ServiceState, request: IncomingMessage): void {
  const text = `${request.url ?? ''} ${request.rawHeaders.join(' ')}`
  if (state.accounts.isKeyIn(text))
    reportViolation(state, 'the API key is sent only to the API', `storage received it with ${request.url ?? ''}`)
}

function redirectTarget({ personality, origins }: ServiceState, url: string): string | null {
  const { redirect } = personality.storage
  if (redirect === 'none' || !url.startsWith('/files/')) return null
  const stored = `${url.replace(/^\/files\//, '/stored/')}${url.includes('?') ? '&' : '?'}signed=1`
  return redirect === 'same-origin' ? stored : `${origins().other}${stored}`
}

/** Returns the response with the file or the requested range. `version`: version of the file, counted from 1. */
function fileAnswer(storage: StoragePersonality, file: OutputFile, version: number, request: IncomingMessage): RogueResponse {
  const { bytes, header } = encodeContent(file.bytes, storage.coding)
  const validators = validatorsOf(storage, file, version)
  const type = storage.declaredType === 'true' || isText(file) ? file.contentType : storage.declaredType
  const headers = {
    ...(type === 'none' ? {} : { 'content-type': type }),
    ...(header === null ? {} : { 'content-encoding': header }),
    ...validators
  }
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
  const from = range === null ? 0 : Number(range[1])
  const answer = { headers, body: bytes, hasRequestId: false }
  if (storage.range === 'status-203') return { ...answer, status: 203 }
  if (range === null) return storage.range === 'always-206' ? partOf(answer, bytes, 0) : { ...answer, status: 200 }
  if (storage.range === 'ignored' || !isHonoured(storage, request, validators)) return { ...answer, status: 200 }
  if (from >= bytes.length)
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, body: Buffer.alloc(0), hasRequestId: false }
  return partOf(answer, bytes, from)
}

function isText({ contentType }: OutputFile): boolean {
  return !contentType.startsWith('image/')
}

function partOf({ headers }: Pick<RogueResponse, 'headers'>, bytes: Buffer, from: number): RogueResponse {
  const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
  return { status: 206, headers: { ...headers, ...range }, body: bytes.subarray(from), hasRequestId: false }
}

function validatorsOf({ range }: StoragePersonality, file: OutputFile, version: number): Record<string, string> {
  const modified = { 'last-modified': new Date(1_600_000_000_000 + version * 60_000).toUTCString() }
  const etag = `"${file.sha256.slice(0, 16)}"`
  switch (range) {
    case 'etag':
    case 'ignores-if-range':
    case 'always-206':
    case 'status-203':
    case 'ignored':
      return { etag, ...modified }
    case 'weak-etag':
      return { etag: `W/${etag}`, ...modified }
    case 'last-modified':
      return modified
    case 'no-validator':
      return {}
  }
}

/** True if the requested range may be served. Under RFC 9110, section 13.1.5, `If-Range` must match the current file. */
function isHonoured({ range }: StoragePersonality, request: IncomingMessage, validators: Record<string, string>): boolean {
  const wanted = request.headers['if-range']
  if (wanted === undefined || range === 'ignores-if-range' || range === 'no-validator') return true
  return wanted === validators['last-modified'] || (wanted === validators['etag'] && !wanted.startsWith('W/'))
}

function storageError(status: number, code: string): RogueResponse {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
  return { status, headers: { 'content-type': 'application/xml' }, body, hasRequestId: false }
}
