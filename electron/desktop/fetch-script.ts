import type { Agent } from 'undici'
import { headerOf, wireOptions } from '../api/http-client.ts'

/** What Chromium reads of a script at most. */
const mostBytes = 1024 * 1024
const mostRedirects = 5
const patienceInMs = 10_000

/**
 * The text of a script for proxies (PAC), fetched straight, as every browser does: no proxy is known before it was read. An `https:` address is
 * believed by whom all of Kiln believes. @throws what the network throws, and an error whose `code` is the HTTP status for any other than 200.
 */
export async function fetchScript(address: string): Promise<string> {
  const { Agent } = await import('undici')
  const agent = new Agent({ ...wireOptions, connectTimeout: patienceInMs, headersTimeout: patienceInMs, bodyTimeout: patienceInMs })
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
  return Object.assign(new Error('The script could not be had.'), { code })
}
