import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CliOptions } from 'electron-builder'
import { Arch, build, createTargets, Platform } from 'electron-builder'
import { build as bundle } from './build.ts'
import { packagesOf } from './layers.ts'
import { readSources } from './read-sources.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

/**
 * `npm run package`: builds the bundles and packs them for the system it runs on, as electron-builder.yml says, into dist/.
 * `--dir` packs into a folder without making installers.
 */
const root = join(import.meta.dirname, '..', '..')

async function writeNotices(): Promise<void> {
  const shipped = [...packagesOf(await readSources(root)), '@fontsource-variable/inter'].filter((name) => name !== 'electron')
  await writeFile(join(root, 'out', 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(root, [...new Set(shipped)]))
}

function targets(): Pick<CliOptions, 'targets'> {
  if (!process.argv.includes('--dir')) return {}
  return { targets: createTargets([Platform.current()], 'dir', Arch[process.arch === 'arm64' ? Arch.arm64 : Arch.x64]) }
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const isDownload = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|getaddrinfo|download|status code|HTTPError/i.test(text)
  if (!isDownload) return text
  return [
    'Packaging needs the Electron binary and the makers of installers, and they could not be fetched:',
    `  ${text.split('\n')[0]}`,
    'Run it where github.com can be reached, or name a mirror with ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR.'
  ].join('\n')
}

try {
  await bundle()
  await writeNotices()
  const files = await build({ projectDir: root, config: 'electron-builder.yml', publish: 'never', ...targets() })
  console.log(['Packed:', ...files.map((file) => `  ${file}`)].join('\n'))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
