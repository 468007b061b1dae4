import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type RogueResponse, rogueJsonResponse } from './http-response.ts'
import { deliverResponse } from './response-delivery.ts'
import { createFaultPicker, faultyResponse } from './call-faults.ts'
import type { CallFault } from './personality.ts'
import { recordRogueCall, type ServiceState } from './service-state.ts'
import { reportLeakedApiKey } from './storage.ts'
import { parseRogueFields } from './tasks.ts'

export type RogueUploads = {
  /** Returns the response to `POST /files/upload`. */
  readonly ticket: (body: string) => RogueResponse
  /** Handles a file transfer. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export function createRogueUploads(state: ServiceState): RogueUploads {
  const pickFault = createFaultPicker(state)
  let tickets = 0

  function ticket(body: string): RogueResponse {
    tickets += 1
    const name = String(parseRogueFields(body)['fileName'] ?? 'file')
    const url = `${state.origins().storage}/uploads/${tickets}/${encodeURIComponent(name)}`
    return rogueJsonResponse(200, { success: true, uploadCommand: commandFor(state, url, name), fileUrl: url })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = recordRogueCall(state, request, 'transfer')
    reportLeakedApiKey(state, request)
    const fault = pickFault({ on: 'transfer', task: null, isRepetition: false })
    const taken = await take(state, request, fault)
    if (!taken.isWhole) return void request.destroy()
    const own = rogueJsonResponse(200, { sha256: taken.sha256 })
    const isSlowOnly = fault === null || fault.does.kind === 'drip' || fault.does.kind === 'torn'
    const end = isSlowOnly ? { answer: own, delivery: { kind: 'whole' } as const } : faultyResponse(state, fault.does, own, null)
    call.status = end.answer.status
    deliverResponse(response, end.answer, { delivery: end.delivery, length: 'content-length', secondInMs: state.secondInMs })
  }

  return { ticket, answer }
}

/** Reads an upload and returns its digest. Reads slowly if the fault is `drip`, and only the beginning if it is `torn`. */
async function take(
  { secondInMs }: ServiceState,
  request: IncomingMessage,
  fault: CallFault | null
): Promise<{ readonly isWhole: boolean; readonly sha256: string }> {
  const digest = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      digest.update(chunk)
      bytes += chunk.length
      if (fault?.does.kind === 'torn' && bytes > fault.does.atByte) return { isWhole: false, sha256: '' }
      if (fault?.does.kind === 'drip') await wait((chunk.length / fault.does.bytesPerSecond) * secondInMs, undefined, { ref: false })
    }
  } catch {
    return { isWhole: false, sha256: '' }
  }
  return { isWhole: true, sha256: digest.digest('hex') }
}

function commandFor({ personality }: ServiceState, url: string, name: string): string {
  switch (personality.storage.command) {
    case 'curl':
      return `curl -X PUT -T '${name}' '${url}'`
    case 'curl-long':
      return `curl --fail --silent --show-error --request PUT --header 'Content-Type: application/octet-stream' --upload-file "${name}" --url "${url}"`
    case 'powershell':
      return `Invoke-WebRequest -Uri '${url}' -Method Put -InFile '${name}'`
  }
}
