import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Marker before the fuses in Electron's executable. Tools use it to find the fuses. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The nine fuses of Electron 45 as published: `1` is on, `0` is off. */
const publishedFuses = '101100011'

/**
 * Creates the files of Electron's Linux release in `folder`, with placeholder content. The executable can't run. It contains real fuses, so
 * that tools can read and flip them.
 */
export async function createFakeElectronDist(folder: string, fuses: string = publishedFuses): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true })
  await mkdir(join(folder, 'resources'))
  const filling = Buffer.alloc(64 * 1024, 'no code')
  const wire = Buffer.concat([Buffer.from(sentinel, 'latin1'), Buffer.from([1, fuses.length]), Buffer.from(fuses, 'latin1')])
  await writeFile(join(folder, 'electron'), Buffer.concat([filling, wire, filling]), { mode: 0o755 })
  await writeFile(join(folder, 'chrome-sandbox'), 'no code', { mode: 0o755 })
  await writeFile(join(folder, 'LICENSE'), 'Electron’s licence.')
  await writeFile(join(folder, 'LICENSES.chromium.html'), '<p>Chromium’s licences.</p>')
  for (const name of [
    'icudtl.dat',
    'resources.pak',
    'chrome_100_percent.pak',
    'libffmpeg.so',
    'v8_context_snapshot.bin',
    'locales/en-US.pak'
  ])
    await writeFile(join(folder, name), name)
}
