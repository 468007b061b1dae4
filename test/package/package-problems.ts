import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, getRawHeader, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/** Paths allowed in `app.asar`. Every other path is a problem. */
const allowed: readonly RegExp[] = [
  /^LICENSE$/,
  /^package\.json$/,
  /^out\/(THIRD-PARTY-NOTICES\.txt|sbom\.cdx\.json)$/,
  /^out\/main\/[\w-]+\.js$/,
  /^out\/main\/media\/[\w-]+\.(webp|mp4)$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/index\.html$/,
  /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2|webp|svg|png|mp4|glb|wav|mp3)$/,
  /^node_modules\/(sharp|detect-libc|semver|@img\/(colour|sharp-(?!(libvips-)?linux)[\w-]+))\/(package\.json|versions\.json|LICENSE(\.md)?|range\.bnf)$/,
  /^node_modules\/(sharp\/dist|detect-libc\/lib|semver|@img\/(colour|sharp-(?!linux|libvips-linux|wasm32)[\w-]+))\/[\w/.-]+\.(js|cjs|mjs|node|dll|dylib)$/,
  /^node_modules\/@img\/sharp-wasm32\/(index\.cjs|lib\/sharp-wasm32-[\d.]+\.node\.(js|wasm))$/,
  /^node_modules\/(@img\/sharp-wasm32\/node_modules\/)?@emnapi\/runtime\/(package\.json|LICENSE|index\.js|dist\/emnapi\.cjs(\.min)?\.js)$/
]
/** Paths that are rejected in any folder: sources, source maps, declarations, build-time files, tests and hidden files. */
const refused = /\.(tsx?|[cm]ts|map|d\.[cm]?ts|h|cc|gyp|nsh|plist|ya?ml|pem|key|env|npmrc)$|(^|\/)(test|tests|__tests__|\.[^/]+)(\/|$)/
/**
 * Maximum sizes in bytes, 25 % above the actual sizes when the limits were set. `largestUnpacked` applies per architecture, because each
 * needs its own sharp build.
 */
const largestArchive = 14 * 1024 * 1024
const largestUnpacked = 26 * 1024 * 1024
const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*\n\s*[A-Za-z0-9+/=]{40}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{20}/
]

/** Returns the problems of `app.asar` in a resources folder. `builtAt`: path on the build machine that must not occur in the archive. */
export function archiveProblems(resources: string, builtAt: string): string[] {
  const archive = join(resources, 'app.asar')
  const files = filesOf(archive)
  const problems = files.flatMap((file) => {
    if (refused.test(file)) return [`${file} isn’t meant for users.`]
    return allowed.some((pattern) => pattern.test(file)) ? [] : [`${file} isn’t on the list of allowed files.`]
  })
  for (const needed of [
    'package.json',
    'LICENSE',
    'out/main/main.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
    'out/THIRD-PARTY-NOTICES.txt',
    'out/sbom.cdx.json'
  ])
    if (!files.includes(needed)) problems.push(`${needed} is missing.`)
  for (const file of files.filter((name) => /\.(js|cjs|mjs|json|html|css|txt)$/.test(name))) {
    const text = extractFile(archive, file).toString('utf8')
    if (secrets.some((pattern) => pattern.test(text))) problems.push(`${file} contains text that looks like a secret.`)
    if (text.includes(builtAt)) problems.push(`${file} contains ${builtAt}, the path of the build machine.`)
    if (/(?:GET|POST|DELETE) \/practice\//.test(text)) problems.push(`${file} contains test endpoints of the practice service.`)
    if (/sourceMappingURL=data:/.test(text)) problems.push(`${file} contains a source map.`)
  }
  const bytes = statSync(archive).size
  if (bytes > largestArchive) problems.push(`app.asar has ${bytes} bytes, more than ${largestArchive}.`)
  const unpacked = sizeOf(join(resources, 'app.asar.unpacked'))
  const processors = files.filter((file) => /^node_modules\/@img\/sharp-((darwin|win32)-\w+|wasm32)\/package\.json$/.test(file)).length
  if (processors === 0) problems.push('The sharp binary is missing for every architecture.')
  if (unpacked > largestUnpacked * processors)
    problems.push(`app.asar.unpacked has ${unpacked} bytes, more than ${largestUnpacked} per architecture.`)
  if (existsSync(join(resources, 'default_app.asar'))) problems.push('default_app.asar is Electron’s own and isn’t meant for users.')
  if (existsSync(join(resources, 'app'))) problems.push('The folder app is beside the checked archive.')
  return problems
}

/** Returns the paths of all files in the archive, with forward slashes. */
function filesOf(archive: string): string[] {
  const all = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
  const { header } = getRawHeader(archive)
  if (!('files' in header)) throw new Error(`${archive} isn’t an archive.`)
  const folders = new Set(all.flatMap((path) => path.split('/').map((_, depth, names) => names.slice(0, depth).join('/'))))
  return all.filter((path) => !folders.has(path))
}

/** Required fuses. Deliberately repeats `test/tools/after-pack.ts`, so that the result is checked independently. */
const wantedFuses: readonly (readonly [FuseV1Options, FuseState])[] = [
  [FuseV1Options.RunAsNode, FuseState.DISABLE],
  [FuseV1Options.EnableCookieEncryption, FuseState.DISABLE],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, FuseState.DISABLE],
  [FuseV1Options.EnableNodeCliInspectArguments, FuseState.DISABLE],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseState.ENABLE],
  [FuseV1Options.OnlyLoadAppFromAsar, FuseState.ENABLE],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, FuseState.DISABLE],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, FuseState.DISABLE],
  [FuseV1Options.WasmTrapHandlers, FuseState.ENABLE]
]

/** Returns the fuse problems of a packed app. `executable`: path of the executable, or of the `.app` folder on macOS. */
export async function fuseProblems(executable: string): Promise<string[]> {
  const { version, ...wire } = await getCurrentFuseWire(executable)
  if (version !== FuseVersion.V1) return [`The fuse version ${version} is unknown.`]
  const found = Object.values(wire).length
  return [
    ...(found === wantedFuses.length ? [] : [`The executable has ${found} fuses, but ${wantedFuses.length} are expected.`]),
    ...wantedFuses.flatMap(([fuse, state]) =>
      wire[fuse] === state ? [] : [`${FuseV1Options[fuse]} is ${wire[fuse]}, but should be ${state}.`]
    )
  ]
}

function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}
