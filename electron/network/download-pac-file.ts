import type { Agent } from 'undici'
import { headerOf, dispatcherOptions } from '../service/http-client.ts'

/** Chromium's limit for a PAC file. */
const mostBytes = 1024 * 1024
const mostRedirects = 5
const patienceInMs = 10_000

/**
 * Downloads a PAC file and returns its text. The request doesn't use a proxy, because none is known yet. For an `https:` URL, the server is
 * verified with the certificate authorities that Kiln trusts. @throws network errors. If the HTTP status isn't 200, the error's `code` is
 * the status. If the file exceeds 1 MiB, the error's `code` is `too-large`.
 */
export async function downloadPacFile(address: string): Promise<string> {
  const { Agent } = await import('undici')
  const agent = new Agent({ ...dispatcherOptions, connectTimeout: patienceInMs, headersTimeout: patienceInMs, bodyTimeout: patienceInMs })
  try {
    return await read(agent, address, 0)
  } finally {
    void agent.destroy()
  }
}

async function read(agent: Agent, address: string, redirects: number): Promise<string> {
  const { origin, pathname, search } = new URL(address)
  const { statusCode, headers, body } = await agent.request({
    origin,
    path: `${pathname}${search}`,
    method: 'GET',
    headers: { 'user-agent': 'Kiln' },
    signal: AbortSignal.timeout(patienceInMs)
  })
  const location = headerOf(headers, 'location')
  if (statusCode >= 300 && statusCode < 400 && location !== null && redirects < mostRedirects) {
    await body.dump()
    return read(agent, new URL(location, address).href, redirects + 1)
  }
  if (statusCode !== 200) throw failure(String(statusCode))
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > mostBytes) throw failure('too-large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function failure(code: string): Error {
  return Object.assign(new Error('The PAC file couldn’t be downloaded.'), { code })
}
