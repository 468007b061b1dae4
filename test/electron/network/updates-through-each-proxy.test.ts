import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { DispatcherResolver } from '../../../electron/service/http-client.ts'
import { createAppImageUpdater } from '../updates/app-image.ts'
import { createUpdater } from '../../../electron/updates/system-updater.ts'
import type { Updater } from '../../../electron/updates/update-controller.ts'
import { openHttpProxy, manualProxySettings, proxyCases, trustTestCa, openTestProxyRouter } from './each-proxy.ts'
import { openTlsReverseProxy, type TlsReverseProxy } from './open-tls-reverse-proxy.ts'

trustTestCa()

const program = `#!/bin/sh\n# ${'x'.repeat(300_000)}\n`
const file = 'kiln-1.1.0-linux-x86_64.AppImage'
const suffix = process.arch === 'x64' ? '' : `-${process.arch}`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-update-way-'))
  await mkdir(join(folder, 'installed'))
  process.env.APPIMAGE = join(folder, 'installed', 'Kiln.AppImage')
  await writeFile(process.env.APPIMAGE, 'The old version.')
})
afterEach(async () => {
  delete process.env.APPIMAGE
  await rm(folder, { recursive: true, force: true })
})

/** Serves version 1.1.0 at `https://updates.kiln.test/kiln`. Redirects downloads to `leadsTo`, which is on another host by default. */
async function openUpdateServer(
  leadsTo = `https://files.kiln.test/${file}`
): Promise<{ readonly front: TlsReverseProxy; readonly route: Record<string, number>; readonly heard: readonly IncomingHttpHeaders[] }> {
  const heard: IncomingHttpHeaders[] = []
  const sha512 = createHash('sha512').update(program).digest('base64')
  const list = [`version: 1.1.0`, 'files:', `  - url: ${file}`, `    sha512: ${sha512}`, `    size: ${program.length}`].join('\n')
  const server = createServer(({ url, headers }, answer) => {
    heard.push(headers)
    if (url?.startsWith(`/kiln/latest-linux${suffix}.yml`)) answer.end(list)
    else if (url === `/kiln/${file}`) answer.writeHead(302, { location: leadsTo }).end('Found')
    else if (url === `/${file}`) answer.writeHead(200, { 'content-length': program.length }).end(program)
    else answer.writeHead(404).end('Not found')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const front = await openTlsReverseProxy({ 'updates.kiln.test': address, 'files.kiln.test': address })
  onTestFinished(async () => {
    await front.close()
    server.closeAllConnections()
    server.close()
  })
  return { front, route: { 'updates.kiln.test': front.port, 'files.kiln.test': front.port }, heard }
}

async function openUpdater(dispatcherFor: DispatcherResolver): Promise<{ readonly updater: Updater; readonly quit: () => void }> {
  const { updater, quit } = await createAppImageUpdater(folder, 'https://updates.kiln.test/kiln')
  return {
    updater: createUpdater(updater, dispatcherFor, { close: async () => undefined, quit: () => undefined }, () => undefined),
    quit: () => quit(0)
  }
}

const never = new AbortController().signal

describe.runIf(process.platform === 'linux').each(proxyCases)('through $name', ({ open, rules: rulesFor, needsPassword }) => {
  it('an update is found, downloaded through a redirect and installed, with a CA that the user added', async () => {
    const { front, route, heard } = await openUpdateServer()
    const proxy = await open(route)
    const way = openTestProxyRouter(proxy, await rulesFor(proxy), needsPassword)
    const { updater, quit } = await openUpdater(way.dispatcherFor)

    expect((await updater.check('stable'))?.version).toBe('1.1.0')
    await updater.download(() => undefined, never)
    quit()
    expect(await readFile(process.env.APPIMAGE ?? '', 'utf8')).toBe(program)

    expect(new Set(proxy.ways())).toEqual(new Set(['updates.kiln.test:443', 'files.kiln.test:443']))
    expect(proxy.strange()).toEqual([])
    expect(front.heard).toContain(`files.kiln.test GET /${file}`)
    expect(proxy.seen()).not.toContain(file)
    for (const headers of heard) expect(JSON.stringify(headers)).not.toMatch(/proxy-authorization|authorization|cookie/i)
  })
})

describe.runIf(process.platform === 'linux')('an update', () => {
  const open = { isSecret: false, needsPassword: false } as const

  it('is not checked for through a proxy whose password wasn’t entered', async () => {
    const { front, route } = await openUpdateServer()
    const proxy = await openHttpProxy(route, { ...open, needsPassword: true })
    const { updater } = await openUpdater(openTestProxyRouter(proxy, manualProxySettings('http', proxy), false).dispatcherFor)
    await expect(updater.check('stable')).rejects.toMatchObject({ code: 'PROXY_WANTS_PASSWORD' })
    expect(front.heard).toEqual([])
    expect(proxy.seen()).toContain('CONNECT updates.kiln.test:443')
  })

  it.each(['http://files.kiln.test/', 'ftp://files.kiln.test/'])('is not downloaded from an unencrypted location: %s', async (leadsTo) => {
    const { route, front } = await openUpdateServer(`${leadsTo}${file}`)
    const proxy = await openHttpProxy(route, open)
    const { updater } = await openUpdater(openTestProxyRouter(proxy, manualProxySettings('http', proxy), false).dispatcherFor)
    expect((await updater.check('stable'))?.version).toBe('1.1.0')
    await expect(updater.download(() => undefined, never)).rejects.toThrow('isn’t encrypted')
    expect(proxy.strange()).toEqual([])
    expect(front.heard).not.toContain(`files.kiln.test GET /${file}`)
  })

  it('is cancelled after endless redirects', async () => {
    const { route, front } = await openUpdateServer(`https://updates.kiln.test/kiln/${file}`)
    const proxy = await openHttpProxy(route, open)
    const { updater } = await openUpdater(openTestProxyRouter(proxy, manualProxySettings('http', proxy), false).dispatcherFor)
    await updater.check('stable')
    await expect(updater.download(() => undefined, never)).rejects.toThrow('redirected too many times')
    expect(front.heard.length).toBeLessThan(30)
  })
})
