import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createHttpClient } from '../../../electron/service/http-client.ts'
import { openCustomCa, type CustomCaFile } from '../../../electron/network/custom-ca.ts'
import { createSystemTrust } from '../../../electron/network/system-certificates.ts'
import { testCaPath, servicePem } from './open-tls-reverse-proxy.ts'
import { createDirectProxyRouter } from './create-direct-proxy-router.ts'

const pem = (name: string): string => join(import.meta.dirname, `${name}.pem`)
let folder: string
let changes: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-authority-'))
  changes = 0
  return () => rm(folder, { recursive: true, force: true })
})

function open(onChange: () => void = () => (changes += 1), now = Date.now): CustomCaFile {
  return openCustomCa({
    path: join(folder, 'own-authority.pem'),
    now,
    onChange,
    onDefect: (error) => {
      throw error
    }
  })
}

async function chosen(content: string | Buffer): Promise<string> {
  const path = join(folder, 'chosen.pem')
  await writeFile(path, content)
  return path
}

describe('a custom certificate authority', () => {
  it('is saved as a copy with its subject, issuer and expiry, and survives a restart', async () => {
    const authority = open()
    expect([authority.state(), authority.certificates()]).toEqual([null, []])
    const path = await chosen(`Our authority, ask Ada\n${await readFile(testCaPath, 'utf8')}`)
    expect(await authority.import(path)).toMatchObject({
      certificates: [{ subject: 'Authority of the Kiln tests', issuer: 'Authority of the Kiln tests', expiresAt: Date.UTC(2126, 0, 1) }]
    })
    expect(changes).toBe(1)
    await rm(path)
    const again = open()
    expect(again.state()).toEqual(authority.state())
    expect(await readFile(join(folder, 'own-authority.pem'), 'utf8')).not.toContain('Ada')
    again.forget()
    expect([again.state(), open().state()]).toEqual([null, null])
    await expect(stat(join(folder, 'own-authority.pem'))).rejects.toThrow()
  })

  it('can be in DER format, and a file can contain several', async () => {
    const certificate = new X509Certificate(await readFile(testCaPath))
    expect((await open().import(await chosen(certificate.raw))).certificates).toHaveLength(1)
    const company = await readFile(join(import.meta.dirname, 'company-authority.pem'), 'utf8')
    expect((await open().import(await chosen(`${certificate.toString()}${company}`))).certificates).toHaveLength(2)
  })

  it.each([
    [
      'a server’s certificate',
      () => readFile(pem('service'), 'utf8').then((text) => text.slice(text.indexOf('-----BEGIN CERT'))),
      'isn’t a certificate authority'
    ],
    ['an expired certificate authority', () => readFile(pem('old-authority'), 'utf8'), '” expired on 2021-01-01.'],
    ['a private key', () => readFile(pem('service'), 'utf8'), 'private key'],
    ['an image', () => Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'doesn’t contain a certificate'],
    ['no data', () => '', 'doesn’t contain a certificate'],
    [
      'a damaged certificate',
      () => readFile(testCaPath, 'utf8').then((text) => text.replace(/M[A-Za-z]{4}/, 'AAAAA')),
      'doesn’t contain a certificate'
    ],
    ['too much data', () => Buffer.alloc(2 ** 20 + 1, 0x30), 'doesn’t contain a certificate']
  ])('is rejected if the file contains %s, and the trusted one stays', async (_name, content, words) => {
    const authority = open()
    await authority.import(testCaPath)
    const path = await chosen(await content())
    await expect(authority.import(path)).rejects.toMatchObject({ name: 'UserFacingError', message: expect.stringContaining(words) })
    expect(authority.state()?.certificates).toHaveLength(1)
    expect(changes).toBe(1)
  })

  it('is rejected before it is valid, or if the file is missing', async () => {
    await expect(open(undefined, () => Date.UTC(2020, 0, 1)).import(testCaPath)).rejects.toThrow('isn’t valid until 2026-01-01')
    await expect(open().import(join(folder, 'nowhere.pem'))).rejects.toThrow('can’t be read')
  })

  it('is trusted immediately for new connections, and no longer once it is removed', async () => {
    const before = tls.getCACertificates('default')
    onTestFinished(() => tls.setDefaultCACertificates(before))
    const server = createServer({ key: servicePem, cert: servicePem }, (_incoming, answer) => answer.end('{}'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const authority = open(() => {
      trust.ownChanged()
      way.reconnect()
    })
    const trust = createSystemTrust({
      own: authority.certificates,
      onError: (error) => {
        throw error
      }
    })
    const way = createDirectProxyRouter()
    const http = createHttpClient({
      dispatcherFor: (origin) => {
        trust.beforeConnecting()
        return way.dispatcherFor(origin)
      }
    })
    const origin = `https://localhost:${(server.address() as AddressInfo).port}`
    const ask = () => http.send({ step: 'recent', method: 'GET', origin, path: '/', headers: {} })
    expect(await ask()).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'certificate' } })
    await authority.import(testCaPath)
    expect(await ask()).toMatchObject({ ok: true })
    authority.forget()
    expect(await ask()).toMatchObject({ ok: false, fault: { kind: 'not-sent', networkBlock: 'certificate' } })
  })
})
