import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { serveHttp } from '../../service/local-server.ts'

const kills = 12

/**
 * Runs `save-result-child.ts` and kills it `lifeInMs` milliseconds after its first output. Returns the printed JSON. Null if none was
 * printed.
 */
async function keepForAWhile(url: string, stem: string, folder: string, lifeInMs: number): Promise<string | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'save-result-child.ts'), url, stem, folder], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let said = ''
  const ended = once(child, 'close')
  child.stdout.on('data', (chunk: Buffer) => {
    if (said === '') setTimeout(() => child.kill('SIGKILL'), lifeInMs)
    said += chunk.toString()
  })
  await ended
  return said.split('\n')[1] || null
}

it('saving a result over any number of kills ends with a single correct file, and never shows a torn one', async () => {
  const pixels = Buffer.alloc(1_500 * 1_500 * 3)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = (index * 2_654_435_761) >>> 11
  const picture = await sharp(pixels, { raw: { width: 1_500, height: 1_500, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const sha256 = createHash('sha256').update(picture).digest('hex')
  // The download takes about 100 ms in total, so that kills hit every stage.
  const server = await serveHttp((request, response) => {
    const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const range = { 'content-range': `bytes ${first}-${picture.length - 1}/${picture.length}` }
    response.writeHead(first > 0 ? 206 : 200, { etag: '"one"', 'content-length': picture.length - first, ...(first > 0 ? range : {}) })
    let at = first
    const more = (): void => {
      if (response.destroyed) return
      response.write(picture.subarray(at, at + 262_144))
      at += 262_144
      if (at < picture.length) setTimeout(more, 4)
      else response.end()
    }
    more()
  })
  const folder = await mkdtemp(join(tmpdir(), 'kiln-killed-'))
  const stem = join(folder, 'result')
  const shown = async (): Promise<string[]> => (await readdir(folder)).filter((name) => !/\.part(\.json)?$/.test(name))
  let said: string | null = null
  for (let round = 0; round < kills; round += 1) {
    said = await keepForAWhile(`${server.origin}/a.png?sig=${round}`, stem, folder, 5 + round * 11)
    for (const name of await shown())
      expect(
        createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex')
      ).toBe(sha256)
  }
  while (said === null) said = await keepForAWhile(`${server.origin}/a.png`, stem, folder, 60_000)
  expect(JSON.parse(said)).toMatchObject({ ok: true, file: { path: `${stem}.png`, sha256, bytes: picture.length } })
  expect(await readdir(folder)).toEqual(['result.png'])
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
