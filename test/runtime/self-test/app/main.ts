import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { app, BrowserWindow, ipcMain, protocol, screen } from 'electron'

/*
 * A minimal app for tests of the stand-in runtime. Each test runs its own code in the main process.
 */

const page = `<!doctype html><meta charset="utf-8"><title>Self-test</title>
<script src="/first.js"></script>
<input type="file" id="files" multiple>
<a id="elsewhere" href="https://elsewhere.example/">elsewhere</a>
<a id="beside" href="/beside" target="_blank">beside</a>`

const policy = "default-src 'none'; script-src 'self'; img-src 'self' media: data:; media-src 'self' media:; connect-src 'self'"
/** `Range` headers, URLs and initiator origins of Chromium's requests, in order. */
const seen: { readonly ranges: string[]; readonly addresses: string[]; readonly origins: unknown[] } = {
  ranges: [],
  addresses: [],
  origins: []
}
Object.assign(globalThis, { seen })
try {
  screen.getPrimaryDisplay()
} catch (error) {
  Object.assign(globalThis, { screenBeforeReady: (error as Error).message })
}

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  { scheme: 'media', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } }
])

if (app.requestSingleInstanceLock({ sent: 'by the second' })) {
  app.on('second-instance', (_event, argv, workingDirectory, additionalData) =>
    Object.assign(globalThis, { second: { argv, workingDirectory, additionalData } })
  )
  await app.whenReady()
  open()
} else {
  app.quit()
}

function open(): void {
  protocol.handle('app', answer)
  protocol.handle('media', answer)
  ipcMain.handle('echo', (_event, ...values: unknown[]) => values[0])
  ipcMain.handle('fail', () => {
    throw new TypeError('bad thing')
  })
  const window = new BrowserWindow({
    width: 900,
    height: 700,
    minWidth: 300,
    webPreferences: { preload: join(app.getAppPath(), 'preload.cjs') }
  })
  window.loadURL('app://self/').catch((error: unknown) => console.error(error))
}

function answer(request: Request): Response {
  const { pathname } = new URL(request.url)
  seen.addresses.push(request.url)
  seen.origins.push((request as { initiatorOrigin?: unknown }).initiatorOrigin)
  const headers = { 'Content-Security-Policy': policy }
  if (pathname === '/') return new Response(page, { headers: { ...headers, 'Content-Type': 'text/html' } })
  // Lets tests check whether the preload ran before the page's first script.
  if (pathname === '/first.js')
    return new Response('window.apiAtFirst = typeof window.bridge', { headers: { ...headers, 'Content-Type': 'text/javascript' } })
  if (pathname === '/dot.png') return new Response(Buffer.from(dot, 'base64'), { headers: { 'Content-Type': 'image/png' } })
  if (pathname === '/long.wav') return answerRange(request, process.env.SELF_TEST_SOUND ?? '')
  if (pathname === '/fails') throw new Error('the handler fails')
  return new Response('not found', { status: 404 })
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function answerRange(request: Request, path: string): Response {
  const size = statSync(path).size
  const range = request.headers.get('Range')
  seen.ranges.push(range ?? 'none')
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  return new Response(Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream, {
    status: range === null ? 200 : 206,
    headers: {
      'Content-Type': 'audio/wav',
      'Accept-Ranges': 'bytes',
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${size}`
    }
  })
}
