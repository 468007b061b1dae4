import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpClient, dispatcherOptions } from '../../../electron/service/http-client.ts'
import { watchSocketHighWaterMark } from '../../../electron/uploads/socket-buffer.ts'
import { serveHttp } from '../service/local-server.ts'
import type { LocalServer } from '../service/local-server.ts'

let server: LocalServer
beforeAll(async () => {
  server = await serveHttp((message, response) => {
    message.resume()
    message.on('end', () => response.end())
  })
})
afterAll(() => server.close())

/**
 * Sends a body. Returns the value that `watch.bytes()` had when the first chunk was read. If `isWatched` is false, `watch` belongs to a
 * different body, and the value should be null.
 */
async function whenPulled(options: { highWaterMark?: number; isWatched?: boolean }): Promise<number | null> {
  const connect: object = options.highWaterMark === undefined ? {} : { highWaterMark: options.highWaterMark }
  const agent = new Agent({ ...dispatcherOptions, connect })
  const http = createHttpClient({ dispatcherFor: () => agent })
  let told: number | null = -1
  async function* body() {
    told = watch.bytes()
    yield Buffer.from('x')
  }
  const sent = body()
  const watch = watchSocketHighWaterMark(options.isWatched === false ? body() : sent)
  await http.send({ step: 'transfer', method: 'PUT', origin: server.origin, path: '/', headers: { 'content-length': '1' }, body: sent })
  watch.stop()
  await agent.destroy()
  return told
}

describe('watching a socket’s buffer', () => {
  it('reports the writer’s limit before the first chunk is pulled', async () => {
    expect(await whenPulled({})).toBe(64 * 1024)
    expect(await whenPulled({ highWaterMark: 8 * 1024 * 1024 })).toBe(8 * 1024 * 1024)
  })

  it('reports nothing for other requests’ bodies', async () => {
    expect(await whenPulled({ isWatched: false })).toBeNull()
  })
})
