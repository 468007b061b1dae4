/** A response before delivery. If `hasRequestId` is false, it has no `X-Request-Id`, like a response from a gateway. */
export type RogueResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly hasRequestId: boolean
}

export function rogueJsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): RogueResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify(body)),
    hasRequestId: true
  }
}

/** Returns a response that a gateway or CDN sends instead of the service. */
export function rogueHtmlResponse(status: number): RogueResponse {
  const body = '<!DOCTYPE html><html><head><title>One moment</title></head><body><h1>One moment, please</h1></body></html>'
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(body), hasRequestId: false }
}

export function rogueRejection(status: number, errorType: string, message = 'The request was rejected.'): RogueResponse {
  return rogueJsonResponse(status, { success: false, error: message, message, errorType })
}
