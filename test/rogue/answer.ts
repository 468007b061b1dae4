/** An answer before it is delivered. `requestId` false: `X-Request-Id` is left out, as by a gateway. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly hasRequestId: boolean
}

export function jsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify(body)),
    hasRequestId: true
  }
}

/** What a gateway or a CDN says in place of the service. */
export function pageAnswer(status: number): Answer {
  const body = '<!DOCTYPE html><html><head><title>One moment</title></head><body><h1>One moment, please</h1></body></html>'
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(body), hasRequestId: false }
}

export function refusal(status: number, errorType: string, message = 'The request was refused.'): Answer {
  return jsonAnswer(status, { success: false, error: message, message, errorType })
}
