import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Target } from 'app-builder-lib'
import { Packager } from 'app-builder-lib'
import { LinuxPackager } from 'app-builder-lib/out/linuxPackager.js'
import { MacPackager } from 'app-builder-lib/out/macPackager.js'
import { WinPackager } from 'app-builder-lib/out/winPackager.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { mediaFormats } from '../../electron/uploads/media-formats.ts'
import { parseUpdateSource } from '../tools/parse-update-source.ts'

const root = join(import.meta.dirname, '..', '..')
type Wanted = { readonly target: string; readonly arch?: string | readonly string[] }

/** MIME types whose name on Linux differs from the name in `mediaFormats`. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['image/heif', 'image/heic'],
  ['video/x-matroska', 'video/matroska'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/x-aiff', 'audio/aiff']
])
/** Alternative extensions, with the extension that `mediaFormats` uses for the same format. */
const otherEndings: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['aiff', 'aif']
])

describe('electron-builder.yml', () => {
  let packager: Packager
  beforeAll(async () => {
    packager = new Packager({ projectDir: root, config: 'electron-builder.yml' })
    // Throws if electron-builder's schema rejects the configuration.
    await packager.validateConfig()
  })

  it('fails validation with a misspelled property', async () => {
    const wrong = new Packager({ projectDir: root, config: { extends: 'electron-builder.yml', nsis: { oneKlick: false } as object } })
    await expect(wrong.validateConfig()).rejects.toThrow('configuration.nsis')
  })

  it.each([
    ['mac', MacPackager, ['dmg', 'zip']],
    ['win', WinPackager, ['nsis', 'portable']],
    ['linux', LinuxPackager, ['AppImage', 'deb', 'rpm']]
  ] as const)('names valid electron-builder targets for %s', (name, PlatformPackager, expected) => {
    const targets = packager.config[name]?.target as (string | Wanted)[]
    const names = targets.map((target) => (typeof target === 'string' ? target : target.target))
    expect(names).toEqual(expected)
    const made: string[] = []
    new PlatformPackager(packager).createTargets(names, (target: string, _make: (outDir: string) => Target) => void made.push(target))
    expect(made).toEqual(expected)
  })

  it('excludes files only in the common list, because a platform’s list would include everything else', () => {
    const { mac, win, linux } = packager.config
    expect([mac?.files, win?.files, linux?.files]).toEqual([undefined, undefined, undefined])
  })

  it('creates universal macOS packages, and Windows packages for both processors', () => {
    expect(packager.config.mac?.target).toEqual(['dmg', 'zip'].map((target) => ({ target, arch: 'universal' })))
    expect(packager.config.win?.target).toEqual(['nsis', 'portable'].map((target) => ({ target, arch: ['x64', 'arm64'] })))
  })

  it('registers Kiln for its media types without making it the default app', () => {
    const associations = [packager.config.mac?.fileAssociations ?? []].flat()
    expect(associations.length).toBeGreaterThan(0)
    for (const { role, rank } of associations) expect([role, rank]).toEqual(['Viewer', 'Alternate'])
    // electron-builder's own associations would make Kiln the default app on Windows, and redefine the types on Linux.
    const { fileAssociations, win, linux } = packager.config
    for (const other of [fileAssociations, win?.fileAssociations, linux?.fileAssociations]) expect(other ?? null).toBeNull()
    const endings = associations.flatMap(({ ext }) => ext)
    for (const ending of endings) expect(Object.keys(mediaFormats)).toContain(otherEndings.get(ending) ?? ending)
    const kinds = new Set(Object.values(mediaFormats).map(({ contentType }) => contentType))
    for (const kind of packager.config.linux?.mimeTypes ?? []) expect(kinds).toContain(otherNames.get(kind) ?? kind)
  })

  it('registers the same extensions on Windows, and removes them on uninstall', async () => {
    const script = await readFile(join(root, 'electron', 'desktop', 'installer.nsh'), 'utf8')
    const endings = [...script.matchAll(/insertmacro \$\{DO\} "(\w+)"/g)].map(([, ending]) => ending)
    expect(endings).toEqual([packager.config.mac?.fileAssociations ?? []].flat().flatMap(({ ext }) => ext))
    expect(script).not.toMatch(/WriteRegStr SHELL_CONTEXT "Software\\Classes\\\.\$\{ENDING\}" ""/)
    const [, install = '', uninstall = ''] = /!macro customInstall\n([^]*)!macro customUnInstall\n([^]*)$/.exec(script) ?? []
    const roots = [...install.matchAll(/WriteRegStr (\w+) "(Software\\Classes\\[^"\\]+(?:\\\{[^"\\]+\}|\\\$\{[^"\\]+\})?)/g)].map(
      ([, hive, key]) => `${hive} "${key}"`
    )
    expect(roots.length).toBeGreaterThan(5)
    for (const key of new Set(roots)) expect(uninstall).toContain(`DeleteRegKey ${key}`)
    // The running app writes this key under HKCU, even if Kiln is installed for all users.
    expect(uninstall).toContain('DeleteRegKey HKCU "Software\\Classes\\kiln"')
    expect(uninstall).toMatch(/SetShellVarContext current\s+Delete "\$SMPROGRAMS\\\$\{SHORTCUT_NAME\}\.lnk"\s+SetShellVarContext all/)
  })

  it('uses the app’s own CLSID and AppUserModelID for Windows notifications', async () => {
    const [script, main] = await Promise.all(
      ['electron/desktop/installer.nsh', 'electron/main.ts'].map((path) => readFile(join(root, path), 'utf8'))
    )
    const [, clsid = ''] = /setToastActivatorCLSID\('(\{[0-9A-F-]{36}\})'\)/.exec(main ?? '') ?? []
    expect(script?.split(clsid)).toHaveLength(3)
    const [, name] = /setAppUserModelId\('([\w.]+)'\)/.exec(main ?? '') ?? []
    expect(packager.config.appId).toBe(name)
  })

  it('unpacks each start of the portable Kiln into its own folder, with one file per processor', () => {
    // `NsisTarget` gives the folder a fixed name unless `unpackDirName` is true.
    expect(packager.config.portable).toMatchObject({ unpackDirName: true, buildUniversalInstaller: false })
  })

  it('creates an AppImage that doesn’t need FUSE 2 or turn off the sandbox', () => {
    expect(packager.config.toolsets?.appimage).toBe('1.0.3')
    expect(packager.config.linux?.executableArgs ?? null).toBeNull()
  })

  it('requests only the macOS entitlements it needs, with a reason for each folder', async () => {
    const text = await readFile(join(root, 'electron', 'desktop', 'entitlements.mac.plist'), 'utf8')
    expect([...text.matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.cs.disable-library-validation',
      'com.apple.security.device.camera',
      'com.apple.security.device.audio-input'
    ])
    const reasons = packager.config.mac?.extendInfo as Record<string, string>
    for (const name of ['Camera', 'Microphone', 'DesktopFolder', 'DocumentsFolder', 'DownloadsFolder', 'RemovableVolumes'])
      expect(reasons[`NS${name}UsageDescription`]).toMatch(/^To .+\.$/)
  })

  it('opens kiln:// links with Kiln', async () => {
    expect(packager.config.protocols).toEqual([{ name: 'Kiln', role: 'Viewer', schemes: ['kiln'] }])
    const script = await readFile(join(root, 'electron', 'desktop', 'installer.nsh'), 'utf8')
    // Chromium never reads arguments after `--` as switches, so a link can't set a switch.
    expect(script.match(/"\$appExe" -- "%1"/g)).toHaveLength(3)
  })

  it('keeps the user’s data when Kiln is uninstalled', () => {
    expect(packager.config.nsis?.deleteAppDataOnUninstall).toBe(false)
  })
})

describe('the update source', () => {
  it('is empty unless the environment sets it', () => {
    expect(parseUpdateSource({})).toBeNull()
  })

  it('is a folder on a web server or a repository’s releases', () => {
    expect(parseUpdateSource({ KILN_UPDATE_URL: 'https://updates.example/kiln' })).toEqual({
      provider: 'generic',
      url: 'https://updates.example/kiln'
    })
    expect(parseUpdateSource({ KILN_UPDATE_REPOSITORY: 'owner/kiln' })).toEqual({
      provider: 'github',
      owner: 'owner',
      repo: 'kiln',
      releaseType: 'draft'
    })
  })

  it('is never unencrypted, invalid or ambiguous', () => {
    expect(() => parseUpdateSource({ KILN_UPDATE_URL: 'http://updates.example/kiln' })).toThrow('https')
    expect(() => parseUpdateSource({ KILN_UPDATE_URL: 'updates' })).toThrow('https')
    expect(() => parseUpdateSource({ KILN_UPDATE_REPOSITORY: 'owner' })).toThrow('owner/name')
    expect(() => parseUpdateSource({ KILN_UPDATE_URL: 'https://updates.example', KILN_UPDATE_REPOSITORY: 'owner/kiln' })).toThrow(
      'not both'
    )
  })
})
