import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { build, mergeConfig } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import mainConfig from '../../../vite.main.config.ts'

const root = join(import.meta.dirname, '..', '..', '..')
let folder: string

/** Bundles the code with the app's build configuration. As in the shipped app, sharp is the only package installed beside the bundle. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-bundle-'))
  const input = {
    'probe-file': join(root, 'electron', 'uploads', 'probe-file.ts'),
    'image-thread': join(root, 'electron', 'images', 'image-thread.ts')
  }
  const config = mergeConfig(mainConfig, { configFile: false, logLevel: 'error', build: { outDir: join(folder, 'out') } })
  // Replaces the input instead of merging it, because merging would build the whole app.
  await build({ ...config, build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, input } } })
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'node_modules', 'sharp'), join(folder, 'node_modules', 'sharp'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function probe(path: string): unknown {
  const script = `import { probeFile } from './out/probe-file.js'; process.stdout.write(JSON.stringify(await probeFile(${JSON.stringify(path)})))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' }))
}

describe('probing a file in the bundled app', () => {
  it('finds dimensions and duration', async () => {
    const picture = join(folder, 'a.png')
    await sharp({ create: { width: 7, height: 5, channels: 3, background: 'red' } })
      .png()
      .toFile(picture)
    const film = join(import.meta.dirname, 'media', 'film.mp4')
    expect(probe(picture)).toMatchObject({ ok: true, facts: { medium: 'image', format: 'png', width: 7, height: 5 } })
    expect(probe(film)).toMatchObject({
      ok: true,
      facts: { medium: 'video', format: 'mp4', width: 320, height: 180, durationInSeconds: expect.closeTo(2, 1) }
    })
  })

  it('doesn’t report an image as damaged if the decoding thread fails', async () => {
    const picture = join(folder, 'b.png')
    await sharp({ create: { width: 7, height: 5, channels: 3, background: 'red' } })
      .png()
      .toFile(picture)
    await rm(join(folder, 'out', 'image-thread.js'))
    expect(probe(picture)).toMatchObject({ ok: true, facts: { medium: 'image', format: 'png', width: null, isTorn: false } })
  })
})
