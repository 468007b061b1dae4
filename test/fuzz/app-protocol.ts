import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveApp } from '../../electron/desktop/window/app-protocol.ts'
import { createMediaResolver } from '../../electron/desktop/window/media-resolver.ts'
import { createFileTokens } from '../../electron/ipc/file-tokens.ts'
import type { LibraryFile } from '../../electron/studio.ts'
import { pickFrom, seededRandomStream } from '../crash/seeded-random-stream.ts'

export type ProtocolFuzzReport = {
  readonly requests: number
  /** Number of URLs and headers that the `Request` constructor rejects. Chromium doesn't send them either. */
  readonly unsendable: number
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>
  readonly faults: readonly string[]
}

const secret = 'a private file'
const shown = 'a result that may be shown'
const pageText = '<!doctype html><title>Kiln</title>'
const mostFaults = 50

const starts = [
  'app://kiln',
  'app://kiln',
  'app://kiln',
  'app://kiln',
  'APP://KILN',
  'app:kiln',
  'app:///kiln',
  'app://',
  'file://',
  'https://kiln',
  'app://kiln:80',
  'app://kiln.',
  'app://kiln@evil',
  'app://evil@kiln',
  'app://localhost',
  'app://%6biln',
  'app://kiln\\evil',
  'app://ｋiln',
  'app://..',
  'data:text/html,',
  'blob:app://kiln'
]
const rooms = [
  '/',
  '/assets/',
  '/media/',
  '/media/result/',
  '/media/thumbnail/',
  '/media/draft/',
  '/media/face/',
  '/media/RESULT/',
  '//media/result/',
  '/media//result/',
  '/./media/result/',
  '/media/result//',
  '/x/../media/result/',
  '/media%2fresult/',
  '/%6dedia/result/'
]
const ids = [
  'clip',
  'link',
  'away',
  'folder',
  'unknown',
  'index.html',
  'index-1a2b.js',
  '',
  '.',
  '..',
  '__proto__',
  'constructor',
  'toString',
  'CON',
  'NUL.mp4',
  'clip.mp4',
  '-',
  '_',
  '~',
  '*',
  '%',
  '%zz'
]
const steps = [
  '..',
  '%2e%2e',
  '%252e%252e',
  '.%2e',
  '..%00',
  '..;',
  '....',
  '%c0%ae%c0%ae',
  '\u2025',
  '..\\',
  '..%5c',
  '.',
  '%2e',
  '%e0%80%ae',
  '%u002e%u002e',
  '\uff0e\uff0e'
]
const separators = ['/', '%2f', '%252f', '\\', '%5c', '//', '%c0%af', '\u2215', '\uff0f', '/./', ';/', '?/', '#/']
const tails = [
  '',
  '',
  '',
  '?',
  '?large',
  '?path=../secret.txt',
  '#',
  '#/../secret.txt',
  '/',
  '/..',
  '%00',
  '%00.png',
  '.bak',
  ' ',
  '%20',
  '%0d%0aX-Evil:1',
  '::$DATA',
  '.',
  '/%2e%2e/secret.txt',
  '?range=bytes=0-',
  ';a=b'
]
const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND', 'get', 'X']
const origins = [
  undefined,
  undefined,
  'app://kiln',
  'app://kiln/',
  'app://kiln.evil',
  'https://example.com',
  'null',
  '',
  'file://',
  'APP://KILN'
]

/**
 * Sends random requests to the app protocol's handler, as an attacker would to read other files. Reports responses that are wrong or reveal
 * files.
 */
export async function fuzzAppProtocol(options: {
  readonly requests: number
  readonly seed: number
  readonly onProgress?: (what: string) => void
}): Promise<ProtocolFuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-fuzz-protocol-'))
  const faults: string[] = []
  const fault = (text: string): void => {
    if (faults.length < mostFaults) faults.push(text.slice(0, 400))
  }
  const onRejection = (error: unknown): void => fault(`Unhandled rejection: ${String(error)}`)
  process.on('unhandledRejection', onRejection)
  const statuses: Record<number, number> = {}
  let unsendable = 0

  try {
    const { ask, outside } = await openAppProtocol(folder, fault)
    const random = seededRandomStream(options.seed)
    for (let place = 0; place < options.requests; place += 1) {
      if (place % 10_000 === 0) options.onProgress?.(`request ${place}`)
      const isNear = random() < 0.5
      const address = isNear ? nearAddress(random) : addressFrom(random, outside)
      const method = isNear && random() < 0.8 ? 'GET' : pickFrom(random, methods)
      const origin = isNear && random() < 0.9 ? undefined : pickFrom(random, origins)
      const range = random() < 0.5 ? rangeFrom(random) : null
      const where = `#${place} ${method} ${JSON.stringify(address)} range ${JSON.stringify(range)} from ${origin}`
      const request = requestOf(address, method, range, origin)
      if (request === null) {
        unsendable += 1
        continue
      }
      try {
        const response = await ask(request)
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
        const problem = await problemOf(response, request, origin)
        if (problem !== null) fault(`${where}: ${problem}`)
      } catch (error) {
        fault(`${where}: exception: ${String(error)}`)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
    process.off('unhandledRejection', onRejection)
  }
  return { requests: options.requests, unsendable, statuses, faults }
}

async function openAppProtocol(
  folder: string,
  fault: (text: string) => void
): Promise<{ readonly ask: (request: Request) => Promise<Response>; readonly outside: readonly string[] }> {
  const library = join(folder, 'library')
  const pageFolder = join(folder, 'page')
  await mkdir(library)
  await mkdir(join(pageFolder, 'assets'), { recursive: true })
  await writeFile(join(pageFolder, 'index.html'), pageText)
  await writeFile(join(pageFolder, 'assets', 'index-1a2b.js'), 'export {}')
  await writeFile(join(pageFolder, 'assets', 'secret.map'), secret)
  await writeFile(join(folder, 'secret.txt'), secret)
  await writeFile(join(library, 'clip.mp4.bak'), secret)
  await writeFile(join(library, 'clip.mp4'), shown)
  if (process.platform !== 'win32') {
    await symlink(join(folder, 'secret.txt'), join(library, 'link.mp4'))
    await symlink(join(folder, 'secret.txt'), join(pageFolder, 'assets', 'link.js'))
  }
  const paths = new Map(['clip.mp4', 'link.mp4', 'away.mp4'].map((name) => [name.replace('.mp4', ''), join(library, name)]))
  paths.set('folder', library)
  const fileOf = async (id: string): Promise<LibraryFile | null> => {
    const path = paths.get(id)
    return path === undefined ? null : ({ path, contentType: 'video/mp4' } as LibraryFile)
  }
  const media = createMediaResolver({
    studio: { library: { fileOf }, thumbnail: async (id) => (await fileOf(id))?.path ?? null, faceImage: async () => null },
    fileTokens: createFileTokens()
  })
  const handlers: Parameters<Parameters<typeof serveApp>[0]['handle']>[1][] = []
  serveApp(
    { handle: (_scheme, handler) => void handlers.push(handler) },
    {
      pageFolder,
      media: Promise.resolve(media),
      language: () => 'en',
      platform: 'linux',
      opensWithWelcome: () => true,
      onError: (error) => fault(`Internal error: ${String(error)}`)
    }
  )
  return {
    ask: async (request) => {
      const [handler] = handlers
      if (handler === undefined) throw new Error('No handler for the scheme.')
      return handler(request)
    },
    outside: [join(folder, 'secret.txt'), join(library, 'clip.mp4.bak'), join(pageFolder, 'assets', 'secret.map'), '/etc/passwd']
  }
}

function addressFrom(random: () => number, outside: readonly string[]): string {
  const climb = Array.from({ length: Math.floor(random() * 5) }, () => `${pickFrom(random, steps)}${pickFrom(random, separators)}`).join('')
  const target =
    random() < 0.4 ? pickFrom(random, ['secret.txt', 'etc/passwd', 'clip.mp4.bak', ...outside, ...outside.map(encodeURIComponent)]) : ''
  const whole = `${pickFrom(random, starts)}${pickFrom(random, rooms)}${pickFrom(random, ids)}${climb}${target}${pickFrom(random, tails)}`
  return random() < 0.2 ? mangled(random, whole) : whole
}

/** Returns a valid or nearly valid URL. Most of these URLs pass the first checks and reach the code for ranges and files. */
function nearAddress(random: () => number): string {
  const address = `app://kiln${pickFrom(random, ['/', '/assets/index-1a2b.js', '/media/result/clip', '/media/result/clip', '/media/thumbnail/clip', '/media/result/link', '/media/result/away', '/assets/link.js', '/assets/secret.map'])}`
  return random() < 0.3 ? address + pickFrom(random, tails) : random() < 0.2 ? mangled(random, address) : address
}

/** Returns the URL with one to three changes. Each change inserts text, replaces a character with text, or removes a character. */
function mangled(random: () => number, address: string): string {
  let text = address
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes -= 1) {
    const at = Math.floor(random() * text.length)
    const more = pickFrom(random, [
      '',
      '%',
      '%00',
      '/',
      '\\',
      '.',
      '\t',
      '\n',
      '\ud800',
      '\u0000',
      '@',
      ':',
      '?',
      '#',
      'x'.repeat(300),
      text.charAt(at)
    ])
    text = text.slice(0, at) + more + text.slice(at + Math.floor(random() * 2))
  }
  return text
}

function rangeFrom(random: () => number): string {
  if (random() < 0.4) return `bytes=${Math.floor(random() * 30)}-${random() < 0.5 ? '' : Math.floor(random() * 40)}`
  const figure = (): string =>
    pickFrom(random, ['', '0', '1', '5', '25', '26', '-1', '999999999999999', '9'.repeat(40), '0x1', '1e3', ' ', 'a', '٣', '00', '+1'])
  const one = (): string => `${figure()}-${figure()}`
  return `${pickFrom(random, ['bytes=', 'bytes=', 'bytes=', 'Bytes = ', 'bytes', 'items=', '', 'bytes==', ' bytes='])}${one()}${random() < 0.2 ? `,${one()}` : ''}`
}

/** Returns a request. Null if the URL or a header is invalid. */
function requestOf(address: string, method: string, range: string | null, origin: string | undefined): Request | null {
  try {
    const request = new Request(address, { method, ...(range === null ? {} : { headers: { Range: range } }) })
    return origin === undefined ? request : Object.assign(request, { initiatorOrigin: origin })
  } catch {
    return null
  }
}

/** Returns a description of the response's fault. Null if the response is correct. */
async function problemOf(response: Response, request: Request, origin: string | undefined): Promise<string | null> {
  const text = await response.text().catch((error: unknown) => `unreadable: ${String(error)}`)
  const { status, headers } = response
  if (text.includes(secret) || text.includes('root:')) return 'it served a private file.'
  if (![200, 204, 206, 403, 404, 405, 416].includes(status)) return `the status is ${status}.`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'content sniffing is allowed.'
  const policy = headers.get('content-security-policy') ?? ''
  if (!policy.startsWith("default-src 'none'") || /unsafe/.test(policy)) return `the policy is “${policy}”.`
  if ([...headers.values()].some((value) => /kiln-fuzz|[\r\n]/.test(value))) return 'a header reveals internals.'
  if (status >= 400) return text === '' ? null : 'a rejection has a body.'
  const { protocol, host } = new URL(request.url)
  if (protocol !== 'app:' || host !== 'kiln') return `the status for another host is ${status}.`
  if (origin !== undefined && origin !== 'app://kiln') return `the status for another page is ${status}.`
  if (request.method !== 'GET' && request.method !== 'HEAD') return `the status for ${request.method} is ${status}.`
  if (request.method === 'HEAD') return text === '' ? null : 'the response to HEAD has a body.'
  if (status === 206) {
    const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
    const isWhole = Number(size) === shown.length && text === shown.slice(Number(first), Number(last) + 1)
    return isWhole && text !== '' ? null : 'a partial response doesn’t match its range.'
  }
  return status === 204 || [shown, pageText, 'export {}'].includes(text) ? null : `the body is “${text.slice(0, 40)}”.`
}
