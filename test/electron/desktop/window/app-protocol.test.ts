import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOwnPage, serveApp } from '../../../../electron/desktop/window/app-protocol.ts'

let folder: string
let ask: (address: string, more?: RequestInit & { initiatorOrigin?: string }) => Promise<Response>
const asked: string[] = []
const errors: unknown[] = []
let isNew = false

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-page-'))
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true })
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html><html lang="en"><title>Kiln</title>')
  await writeFile(join(folder, 'renderer', 'assets', 'index-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'renderer', 'assets', 'notes.txt'), 'not part of the page')
  await writeFile(join(folder, 'secret.html'), 'outside')
  const find = (kind: string) => async (id: string) => {
    asked.push(`${kind} ${id}`)
    if (id === 'broken') throw new Error('the disk is gone')
    return id === 'known' ? new Response('bytes', { headers: { 'Content-Type': 'image/png' } }) : null
  }
  const handlers: Parameters<Parameters<typeof serveApp>[0]['handle']>[1][] = []
  serveApp(
    {
      handle: (scheme, given) => {
        expect(scheme).toBe('app')
        handlers.push(given)
      }
    },
    {
      pageFolder: join(folder, 'renderer'),
      media: Promise.resolve({ result: find('result'), thumbnail: find('thumbnail'), draft: find('draft'), face: find('face') }),
      language: () => 'zh-Hans',
      platform: 'darwin',
      opensWithWelcome: () => isNew,
      onError: (error) => errors.push(error)
    }
  )
  ask = async (address, { initiatorOrigin, ...init } = {}) => {
    const request = new Request(address, init)
    if (initiatorOrigin !== undefined) Object.assign(request, { initiatorOrigin })
    const [handler] = handlers
    if (handler === undefined) throw new Error('No handler for the scheme.')
    return handler(request)
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the app’s own protocol', () => {
  it('sends the language, direction and system in the page’s first line, before it renders', async () => {
    expect(await (await ask('app://kiln/')).text()).toContain('<html lang="zh-Hans" dir="ltr" data-platform="darwin">')
  })

  it('makes the page open with Welcome if no account is connected at the time of the request', async () => {
    expect(await (await ask('app://kiln/')).text()).not.toContain('data-opens-with')
    isNew = true
    expect(await (await ask('app://kiln/')).text()).toContain(
      '<html lang="zh-Hans" dir="ltr" data-platform="darwin" data-opens-with="welcome">'
    )
    isNew = false
  })

  it('serves the page at its root with a content security policy header', async () => {
    const response = await ask('app://kiln/')
    expect(await response.text()).toContain('<title>Kiln</title>')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache'
    })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
  })

  it('serves hashed files as immutable', async () => {
    const response = await ask('app://kiln/assets/index-1a2b.js')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  it('answers HEAD without a body', async () => {
    const response = await ask('app://kiln/', { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '88', ''])
  })

  it.each([
    'app://kiln/../secret.html',
    'app://kiln/..%2fsecret.html',
    'app://kiln/%2e%2e/secret.html',
    'app://kiln/%2e%2e%2fsecret.html',
    'app://kiln/assets/..%5c..%5c..%5csecret.html',
    'app://kiln//secret.html',
    'app://kiln/assets/notes.txt',
    'app://kiln/assets',
    'app://kiln/assets/',
    'app://kiln/index.html%00.js',
    'app://kiln/etc/passwd',
    'app://kiln/media/result',
    'app://kiln/media/result/',
    'app://kiln/media/other/known',
    'app://kiln/media/result/a/b',
    'app://kiln/media/result/..%2f..%2fetc%2fpasswd',
    `app://kiln/media/result/${'x'.repeat(201)}`
  ])('responds with 404 to %s', async (address) => {
    const before = asked.length
    const response = await ask(address)
    expect([response.status, await response.text()]).toEqual([404, ''])
    expect(asked.length).toBe(before)
  })

  it.each(['app://other/', 'app://kiln.example.com/', 'app://localhost/', 'app://kiln:99/'])('rejects the host of %s', async (address) => {
    expect((await ask(address)).status).toBe(403)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    const response = await ask('app://kiln/', { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('rejects requests from other pages', async () => {
    expect((await ask('app://kiln/', { initiatorOrigin: 'https://example.com' })).status).toBe(403)
    expect((await ask('app://kiln/', { initiatorOrigin: 'null' })).status).toBe(403)
    expect((await ask('app://kiln/', { initiatorOrigin: 'app://kiln' })).status).toBe(200)
  })

  it.each(['result', 'thumbnail', 'draft'])('serves a known %s for display only, never as code', async (kind) => {
    const response = await ask(`app://kiln/media/${kind}/known`)
    expect([response.status, await response.text()]).toEqual([200, 'bytes'])
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await ask(`app://kiln/media/${kind}/unknown`)).status).toBe(404)
    expect(asked.at(-1)).toBe(`${kind} unknown`)
  })

  it('answers an error with status 500 and no details, and logs it', async () => {
    const response = await ask('app://kiln/media/result/broken')
    expect([response.status, await response.text()]).toEqual([500, ''])
    expect(errors).toEqual([new Error('the disk is gone')])
  })
})

describe('a URL of Kiln’s own page', () => {
  it.each(['app://kiln', 'app://kiln/', 'app://kiln/media/result/x', 'app://kiln/#/queue'])('is %s', (url) => {
    expect(isOwnPage(url)).toBe(true)
  })
  it.each(['app://kiln.evil/', 'app://kilnx', 'https://kiln/', 'file:///app://kiln/', 'about:blank', '', 'APP://KILN/', 'app:kiln'])(
    'is not %s',
    (url) => {
      expect(isOwnPage(url)).toBe(false)
    }
  )
})
