import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What Electron's makers put before the fuses in the executable, by which tools find them. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** The nine fuses of Electron 45, as it is published: `1` on, `0` off. */
const publishedFuses = '101100011'

/**
 * A folder with the files that Electron's own has on Linux. The executable runs nothing; its fuses are real ones, which tools read and flip.
 */
export async function makeElectronDist(folder: string, fuses: string = publishedFuses): Promise<void> {
  await mkdir(join(folder, 'locales'), { recursive: true })
  await mkdir(join(folder, 'resources'))
  const filling = Buffer.alloc(64 * 1024, 'no code')
  const wire = Buffer.concat([Buffer.from(sentinel, 'latin1'), Buffer.from([1, fuses.length]), Buffer.from(fuses, 'latin1')])
  await writeFile(join(folder, 'electron'), Buffer.concat([filling, wire, filling]), { mode: 0o755 })
  await writeFile(join(folder, 'chrome-sandbox'), 'no code', { mode: 0o755 })
  await writeFile(join(folder, 'LICENSE'), 'The licence of Electron stands here.')
  await writeFile(join(folder, 'LICENSES.chromium.html'), '<p>The licences of Chromium stand here.</p>')
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
