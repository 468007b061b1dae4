import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CliOptions, Configuration } from 'electron-builder'
import { Arch, build, createTargets, Platform } from 'electron-builder'
import { build as bundle } from './build.ts'
import { releaseNotes } from './release-notes.ts'
import { writeSbom } from './sbom.ts'
import { updateSource } from './update-source.ts'

/**
 * `npm run package`: builds the bundles and packs them for the system it runs on, as electron-builder.yml says.
 * `--dir` packs into a folder without making installers. `--output=DIR` instead of dist/. `--electron-dist=DIR` takes Electron from a folder
 * instead of fetching it.
 */
const root = join(import.meta.dirname, '..', '..')
const { values: wish } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, output: { type: 'string' }, 'electron-dist': { type: 'string' } }
})

function targets(): Pick<CliOptions, 'targets'> {
  if (!wish.dir) return {}
  return { targets: createTargets([Platform.current()], 'dir', Arch[process.arch === 'arm64' ? Arch.arm64 : Arch.x64]) }
}

async function config(): Promise<Configuration> {
  return {
    extends: 'electron-builder.yml',
    publish: updateSource(process.env),
    releaseInfo: { releaseNotes: await releaseNotes() },
    ...(wish.output === undefined ? {} : { directories: { output: resolve(wish.output) } }),
    ...(wish['electron-dist'] === undefined ? {} : { electronDist: resolve(wish['electron-dist']) })
  }
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
  await writeSbom(root, join(root, 'out', 'sbom.cdx.json'))
  const files = await build({ projectDir: root, config: await config(), publish: 'never', ...targets() })
  console.log(['Packed:', ...files.map((file) => `  ${file}`)].join('\n'))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
