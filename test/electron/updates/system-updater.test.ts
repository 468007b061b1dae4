import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updateBlocker, readUpdateSource } from '../../../electron/updates/update-support.ts'
import { createUpdater, releaseNotesAsText } from '../../../electron/updates/system-updater.ts'
import type { Updater } from '../../../electron/updates/update-controller.ts'
import { createAppImageUpdater } from './app-image.ts'
import { createDirectProxyRouter } from '../network/create-direct-proxy-router.ts'

const suffix = process.arch === 'x64' ? '' : `-${process.arch}`
/** Shell script used as the new version. When started, it writes `APPIMAGE_EXIT_AFTER_INSTALL` to the file `was-started` beside it. */
const program = `#!/bin/sh\nprintf '%s' "exit after install: $APPIMAGE_EXIT_AFTER_INSTALL" > "$(dirname "$0")/was-started"\n# ${'x'.repeat(200_000)}\n`

let folder: string
let server: Server
let files: Map<string, string | Buffer>
/** Paths of files whose download stalls halfway. */
let stalling: Set<string>
let requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
let quit: ((exitCode: number) => void) | null
let troubles: unknown[]
/** Steps of the restart so far, in order. */
let steps: string[]
let closing: PromiseWithResolvers<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-updater-'))
  files = new Map()
  stalling = new Set()
  requests = []
  quit = null
  troubles = []
  steps = []
  closing = Promise.withResolvers()
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/, '')
    requests.push({ path, headers: request.headers })
    const content = files.get(path)
    if (content === undefined) return void response.writeHead(404).end()
    const bytes = Buffer.from(content)
    response.writeHead(200, { 'content-length': bytes.length })
    if (stalling.has(path)) response.write(bytes.subarray(0, bytes.length / 2))
    else response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await mkdir(join(folder, 'installed'))
  process.env.APPIMAGE = join(folder, 'installed', 'Kiln.AppImage')
  await writeFile(process.env.APPIMAGE, 'The old version.')
})
afterEach(async () => {
  delete process.env.APPIMAGE
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Creates Kiln's updater, with 1.0.0 as the installed version. Electron's app, `quitAndInstall` and the quit actions are fakes. */
async function open(): Promise<Updater> {
  const { port } = server.address() as AddressInfo
  const app = await createAppImageUpdater(folder, `http://127.0.0.1:${port}/kiln`)
  quit = app.quit
  // The real method would start the new version and quit Electron's app.
  app.updater.quitAndInstall = () => void steps.push('install')
  const quitActions = {
    close: async () => {
      steps.push('close')
      await closing.promise
      steps.push('closed')
    },
    quit: () => void steps.push('quit')
  }
  return createUpdater(app.updater, createDirectProxyRouter().dispatcherFor, quitActions, (error) => troubles.push(error))
}

function publish(channel: string, version: string, more: { readonly notes?: string; readonly content?: string } = {}): void {
  const name = `kiln-${version}-linux-x86_64.AppImage`
  const sha512 = createHash('sha512').update(program).digest('base64')
  files.set(`/kiln/${name}`, more.content ?? program)
  const notes = more.notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(more.notes)}`]
  const lines = [`version: ${version}`, 'files:', `  - url: ${name}`, `    sha512: ${sha512}`, `    size: ${program.length}`, ...notes]
  files.set(`/kiln/${channel}-linux${suffix}.yml`, lines.join('\n'))
}

const never = new AbortController().signal

describe.runIf(process.platform === 'linux')('electron-updater with a web server', () => {
  it('finds a newer version with its notes, downloads it on request, and installs it when Kiln quits', async () => {
    publish('latest', '1.1.0', { notes: '- Faster.\n- Calmer.' })
    const updater = await open()
    expect(await updater.check('stable')).toEqual({ version: '1.1.0', notes: '- Faster.\n- Calmer.' })
    expect(requests.map(({ path }) => path)).toEqual([`/kiln/latest-linux${suffix}.yml`])

    const shares: number[] = []
    await updater.download((share) => shares.push(share), never)
    expect(shares.at(-1)).toBe(1)
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe('The old version.')
    expect(existsSync(join(folder, 'installed', 'was-started'))).toBe(false)

    quit?.(0)
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe(program)
    expect(await readFile(join(folder, 'installed', 'was-started'), 'utf8')).toBe('exit after install: true')
  })

  it('closes everything before a restart starts the installer, which doesn’t wait', async () => {
    const updater = await open()
    updater.restart()
    updater.restart()
    await Promise.resolve()
    expect(steps).toEqual(['close'])
    closing.resolve()
    await expect.poll(() => steps).toEqual(['close', 'closed', 'install', 'quit'])
  })

  it('doesn’t install an update if Kiln exits with an error', async () => {
    publish('latest', '1.1.0')
    const updater = await open()
    await updater.check('stable')
    await updater.download(() => undefined, never)
    quit?.(1)
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe('The old version.')
  })

  it('rejects a download whose checksum doesn’t match', async () => {
    publish('latest', '1.1.0', { content: program.replace('exit after install', 'something else!!!!') })
    const updater = await open()
    await updater.check('stable')
    await expect(updater.download(() => undefined, never)).rejects.toMatchObject({ code: 'ERR_CHECKSUM_MISMATCH' })
    quit?.(0)
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe('The old version.')
  })

  it('can cancel a download and start it again', async () => {
    publish('latest', '1.1.0')
    const updater = await open()
    await updater.check('stable')
    const path = '/kiln/kiln-1.1.0-linux-x86_64.AppImage'
    stalling.add(path)
    const abort = new AbortController()
    const given = updater.download(() => undefined, abort.signal)
    await expect.poll(() => requests.some((request) => request.path === path)).toBe(true)
    abort.abort()
    await expect(given).rejects.toThrow()
    stalling.clear()
    await updater.download(() => undefined, never)
    quit?.(0)
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe(program)
  })

  it('offers beta versions on the beta channel only', async () => {
    publish('latest', '1.1.0')
    publish('beta', '1.2.0-beta.1')
    const updater = await open()
    expect((await updater.check('stable'))?.version).toBe('1.1.0')
    expect((await updater.check('beta'))?.version).toBe('1.2.0-beta.1')
    expect((await updater.check('stable'))?.version).toBe('1.1.0')
  })

  it('offers neither older versions nor the current one', async () => {
    const updater = await open()
    for (const version of ['0.9.0', '1.0.0']) {
      publish('latest', version)
      expect(await updater.check('stable')).toBeNull()
    }
  })

  it('sends nothing that identifies this computer', async () => {
    publish('latest', '1.1.0')
    const updater = await open()
    await updater.check('stable')
    await updater.download(() => undefined, never)
    expect(requests.length).toBeGreaterThan(1)
    for (const { headers } of requests) {
      expect(headers['x-user-staging-id'] ?? 'none').toBe('none')
      expect(
        Object.keys(headers).filter(
          (name) =>
            !['host', 'connection', 'accept', 'user-agent', 'cache-control', 'range', 'x-user-staging-id', 'accept-encoding'].includes(name)
        )
      ).toEqual([])
    }
  })

  it('fails without further effects if the version list is missing or invalid', async () => {
    const updater = await open()
    await expect(updater.check('stable')).rejects.toThrow()
    files.set(`/kiln/latest-linux${suffix}.yml`, '<html>Sign in</html>')
    await expect(updater.check('stable')).rejects.toThrow()
    expect(troubles.length).toBeGreaterThan(0)
  })
})

describe('a copy of Kiln', () => {
  const packaged = { isPackaged: true, platform: 'linux', environment: { APPIMAGE: '/opt/Kiln.AppImage' }, resourcesPath: '' } as const

  it('updates itself if it has an update source and no other updater', async () => {
    await writeFile(join(folder, 'app-update.yml'), 'provider: generic')
    expect(updateBlocker({ ...packaged, resourcesPath: folder })).toBeNull()
    expect(updateBlocker({ ...packaged, resourcesPath: folder, platform: 'darwin', environment: {} })).toBeNull()
    expect(updateBlocker({ ...packaged, resourcesPath: folder, platform: 'win32', environment: {} })).toBeNull()
  })

  it('reports why it can’t update itself', async () => {
    expect(updateBlocker({ ...packaged, isPackaged: false })).toBe('unpackaged')
    expect(updateBlocker({ ...packaged, resourcesPath: folder })).toBe('no-source')
    await writeFile(join(folder, 'app-update.yml'), 'provider: generic')
    expect(updateBlocker({ ...packaged, resourcesPath: folder, environment: {} })).toBe('package-manager')
    const environment = { PORTABLE_EXECUTABLE_FILE: 'D:\\kiln.exe' }
    expect(updateBlocker({ ...packaged, resourcesPath: folder, platform: 'win32', environment })).toBe('portable')
  })
})

describe('the update source', () => {
  it.each([
    ['provider: generic\nurl: https://updates.example.com/kiln\nupdaterCacheDirName: kiln-updater\n', 'updates.example.com'],
    ["provider: 'generic'\nurl: 'https://updates.example.com:8443/kiln'\n", 'updates.example.com:8443'],
    ['owner: kiln\nrepo: desktop\nprovider: github\n', 'github.com/kiln/desktop'],
    ['provider: generic\nurl: nonsense\n', null],
    ['', null]
  ])('is read from the packer’s file: %j', async (text, source) => {
    await writeFile(join(folder, 'app-update.yml'), text)
    expect(readUpdateSource(folder)).toBe(source)
  })

  it('is unknown if the packer’s file is missing', () => {
    expect(readUpdateSource(folder)).toBeNull()
  })
})

describe('release notes', () => {
  it('become plain text, whatever their format', () => {
    expect(releaseNotesAsText('<h2>New</h2>\n<ul>\n<li>A <b>b</b> &amp; c</li>\n<li>D</li>\n</ul><script>alert(1)</script>')).toBe(
      'New\n\n- A b & c\n\n- D\n\nalert(1)'
    )
    expect(releaseNotesAsText('- One\n- Two')).toBe('- One\n- Two')
    expect(releaseNotesAsText('### Added\n\n- One # two')).toBe('Added\n\n- One # two')
  })

  it('are limited to a readable length', () => {
    expect(releaseNotesAsText('x'.repeat(1_000_000)).length).toBe(20_000)
  })
})
