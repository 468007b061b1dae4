import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CliOptions, Configuration } from 'electron-builder'
import { Arch, build, createTargets, Platform } from 'electron-builder'
import { build as bundle } from './build.ts'
import { releaseNotes } from './release-notes.ts'
import { writeSbom } from './sbom.ts'
import { parseUpdateSource } from './parse-update-source.ts'

/**
 * `npm run package`: builds the bundles and packages them for the current system, as configured in electron-builder.yml. `--dir` packages
 * into a folder without creating installers. `--output=DIR` replaces dist/. `--electron-dist=DIR` uses Electron from a folder instead of
 * downloading it.
 */
const root = join(import.meta.dirname, '..', '..')
const { values: options } = parseArgs({
  options: { dir: { type: 'boolean', default: false }, output: { type: 'string' }, 'electron-dist': { type: 'string' } }
})

function targets(): Pick<CliOptions, 'targets'> {
  if (!options.dir) return {}
  return { targets: createTargets([Platform.current()], 'dir', Arch[process.arch === 'arm64' ? Arch.arm64 : Arch.x64]) }
}

async function config(): Promise<Configuration> {
  return {
    extends: 'electron-builder.yml',
    // `mac` and `win` can't contain this exclusion. If a system's `files` has only exclusions, electron-builder packages everything else.
    files: process.platform === 'linux' ? [] : ['!**/node_modules/{@img/sharp-wasm32,@emnapi}/**'],
    publish: parseUpdateSource(process.env),
    releaseInfo: { releaseNotes: await releaseNotes() },
    ...(options.output === undefined ? {} : { directories: { output: resolve(options.output) } }),
    ...(options['electron-dist'] === undefined ? {} : { electronDist: resolve(options['electron-dist']) })
  }
}

function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const isDownload = /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|getaddrinfo|download|status code|HTTPError/i.test(text)
  if (!isDownload) return text
  return [
    'Packaging couldn’t download the Electron binary or the installer tools:',
    `  ${text.split('\n')[0]}`,
    'Run it with access to github.com, or set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR to a mirror.'
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
