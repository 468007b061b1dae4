import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHttpClient } from '../../../../electron/service/http-client.ts'
import { createResultWriter } from '../../../../electron/library/downloads/save-result.ts'
import { defaultSpeedLimits, watchSpeed } from '../../../../electron/library/downloads/watch-speed.ts'
import { probeFile } from '../../../../electron/uploads/probe-file.ts'
import { serveHttp } from '../../service/local-server.ts'
import { createManualClock } from '../../service/mcp/manual-clock.ts'

describe('a transfer', () => {
  function watched() {
    const clock = createManualClock(0)
    const told: string[] = []
    const watch = watchSpeed({
      limits: defaultSpeedLimits,
      clock,
      onSlow: () => told.push(`slow at ${clock.now()}`),
      onTooSlow: () => told.push(`too slow at ${clock.now()}`)
    })
    /** Receives `bytesPerSecond` bytes per second, for `seconds` seconds. */
    const receive = (bytesPerSecond: number, seconds: number): void => {
      for (let second = 0; second < seconds; second += 1) {
        watch.noteBytes(bytesPerSecond)
        clock.pass(1_000)
      }
    }
    return { clock, told, watch, receive }
  }

  it('is slow if no response headers arrive within three seconds', () => {
    const { clock, told } = watched()
    clock.pass(3_000)
    expect(told).toEqual(['slow at 3000'])
  })

  it('is slow if less than 16 KiB/s arrive in the first three seconds after the headers', () => {
    const { clock, told, watch, receive } = watched()
    clock.pass(2_000)
    watch.noteHead()
    receive(15 * 1024, 3)
    expect(told).toEqual(['slow at 5000'])
  })

  it('is reported as slow once if it slows down over ten seconds', () => {
    const { told, watch, receive } = watched()
    watch.noteHead()
    receive(64 * 1024, 20)
    expect(told).toEqual([])
    receive(1_500, 40)
    expect(told).toEqual(['slow at 28000'])
  })

  it('isn’t slow at 16 KiB/s, or after a short pause', () => {
    const { told, watch, receive } = watched()
    watch.noteHead()
    receive(16 * 1024, 30)
    receive(64 * 1024, 10)
    receive(0, 5)
    receive(64 * 1024, 10)
    expect(told).toEqual([])
  })

  it('is too slow below 1 KiB/s over a minute, and is no longer watched', () => {
    const { told, watch, receive, clock } = watched()
    watch.noteHead()
    receive(64 * 1024, 10)
    receive(1_000, 61)
    expect(told).toEqual(['slow at 18000', 'too slow at 70000'])
    clock.pass(600_000)
    expect(told).toHaveLength(2)
  })

  it('isn’t too slow at 1 KiB/s, however long it takes', () => {
    const { told, watch, receive } = watched()
    watch.noteHead()
    receive(1_024, 600)
    expect(told).toEqual(['slow at 3000'])
  })

  it('is no longer watched once it has ended', () => {
    const { told, watch, clock } = watched()
    watch.stop()
    clock.pass(600_000)
    expect(told).toEqual([])
  })
})

describe('a very slow download', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-slow-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('is reported as slow, ends as lost, and is resumed by the next attempt', async () => {
    const picture = await sharp({ create: { width: 200, height: 150, channels: 3, background: '#335577' } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const ranges: (string | undefined)[] = []
    const server = await serveHttp((request, response) => {
      const { range } = request.headers
      ranges.push(range)
      const first = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
      const rangeHeaders = { 'content-range': `bytes ${first}-${picture.length - 1}/${picture.length}` }
      response.writeHead(first > 0 ? 206 : 200, { etag: '"one"', 'content-length': picture.length - first, ...(first > 0 && rangeHeaders) })
      if (first > 0) return response.end(picture.subarray(first))
      return response.write(picture.subarray(0, 2_000))
    })
    const http = createHttpClient()
    const clock = createManualClock(0)
    const keeper = createResultWriter({ folder: () => folder, stateOfFolder: async () => 'ready', http, probeFile, clock })
    const onSlow = vi.fn<() => void>()
    const order = { url: `${server.origin}/a.png`, stem: join(folder, 'result'), expectedMedium: 'image' as const, onSlow }
    const keeping = keeper.save(order)
    // The partial file's metadata exists once the first bytes have arrived.
    await expect.poll(async () => await readdir(folder)).toContain('result.part.json')
    clock.pass(61_000)
    expect(await keeping).toMatchObject({ ok: false, fault: { step: 'download', kind: 'lost', message: 'too-slow' } })
    expect(onSlow).toHaveBeenCalledTimes(1)
    expect(await readdir(folder)).toContain('result.part')
    expect(await keeper.save(order)).toMatchObject({ ok: true })
    expect(await readFile(join(folder, 'result.png'))).toEqual(picture)
    expect(ranges).toEqual([undefined, 'bytes=2000-'])
    await http.close()
    await server.close()
  })

  it('ends sooner with stricter limits', async () => {
    const server = await serveHttp(() => undefined)
    const http = createHttpClient()
    const clock = createManualClock(0)
    const keeper = createResultWriter({
      folder: () => folder,
      stateOfFolder: async () => 'ready',
      http,
      probeFile,
      clock,
      speedLimits: { leastStretchInMs: 600 }
    })
    const keeping = keeper.save({ url: `${server.origin}/a.png`, stem: join(folder, 'result'), expectedMedium: 'image' })
    await expect.poll(async () => await readdir(folder)).toContain('result.part')
    for (let tick = 0; tick < 4; tick += 1) {
      await new Promise(setImmediate)
      clock.pass(200)
    }
    expect(await keeping).toMatchObject({ ok: false, fault: { kind: 'lost', message: 'too-slow' } })
    expect(await readdir(folder)).toEqual([])
    await http.close()
    await server.close()
  })
})
