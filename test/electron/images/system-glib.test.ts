import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runApp } from '../../runtime/run-app.ts'
import { systemGlibEnvironment } from '../../runtime/system-glib-environment.ts'

const glib = systemGlibEnvironment()

// GLib is installed on the Linux CI runner, because Chromium depends on it.
describe.runIf(glib.LD_PRELOAD !== undefined)('image decoding beside the system’s GLib, as in Electron on Linux', () => {
  let folder: string
  let picture: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiln-glib-'))
    picture = join(folder, '花瓶.jpg')
    await writeFile(
      picture,
      await sharp({ create: { width: 1_200, height: 800, channels: 3, background: '#c8a58a' } })
        .jpeg()
        .toBuffer()
    )
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  function decode(way: 'ours' | 'native') {
    const child = join(import.meta.dirname, 'decode-child.ts')
    const env = { ...process.env, ...glib }
    return spawnSync(process.execPath, [child, way, picture, join(folder, 'cache')], { env, encoding: 'utf8' })
  }

  it('works for all of Kiln’s operations', () => {
    const { stdout, stderr, status } = decode('ours')
    expect(stderr).not.toContain('CRITICAL')
    expect(JSON.parse(stdout)).toEqual({
      isWhole: true,
      width: 1_200,
      thumbnail: true,
      png: true,
      square: true,
      size: { width: 1_200, height: 800 }
    })
    expect(status).toBe(0)
  })

  it('crashes a process that uses the native build', () => {
    expect(decode('native').signal).not.toBeNull()
  })

  it('is the environment that tests start an app in', async () => {
    const app = join(folder, 'app')
    await mkdir(app)
    await writeFile(join(app, 'package.json'), '{"type":"module","main":"main.js"}')
    await writeFile(
      join(app, 'main.js'),
      `import { readFileSync } from 'node:fs'
       const loaded = readFileSync('/proc/self/maps', 'utf8').includes('/libgobject-2.0.so')
       console.log(JSON.stringify({ loaded, given: process.env.LD_PRELOAD ?? null, debug: process.env.G_DEBUG ?? null }))
       process.exit()`
    )
    const { output } = await runApp(app, [])
    // The main process removes the variables. Its child processes, such as the Electron stand-in's Chromium, therefore don't inherit them.
    expect(output).toContain('{"loaded":true,"given":null,"debug":null}')
  })
})
