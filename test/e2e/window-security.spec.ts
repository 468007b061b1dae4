import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { launchKiln, skipUnlessRealElectron } from './launch-kiln.ts'
import type { RunningKiln } from './launch-kiln.ts'

let folder: string
let kiln: RunningKiln
let page: Page
let server: Server
let address: string
let datagrams: Socket
const reached: string[] = []

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-security-'))
  server = createServer((request, answer) => {
    reached.push(request.url ?? '')
    answer.setHeader('Access-Control-Allow-Origin', '*').end('reached')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  datagrams = createSocket('udp4').bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  datagrams.on('message', () => reached.push('a datagram'))
  kiln = await launchKiln({ userDataDir: folder })
  page = kiln.page
})
test.afterAll(async () => {
  await kiln.app.close()
  server.close()
  datagrams.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the window's URL, as the main process sees it. */
async function whereItIs(): Promise<string> {
  return kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? '')
}

async function countWindows(): Promise<number> {
  return kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
}

test('the page is loaded over Kiln’s own protocol', async () => {
  expect(await whereItIs()).toBe('app://kiln/')
})

test('the page has no access to Node or Electron, only to the frozen IPC contract', async () => {
  const known = await page.evaluate(() => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron', '__dirname']
    return names.filter((name) => name in window)
  })
  expect(known).toEqual([])
  expect(await page.evaluate(() => [Object.keys(window.kiln).toSorted(), Object.isFrozen(window.kiln)])).toEqual([
    ['inspectFile', 'listen', 'readDroppedSource', 'request'],
    true
  ])
})

test('the page can’t name a path or send a request that is not in the IPC contract', async () => {
  const refused = { ok: false, message: 'This page isn’t allowed to make that request.' }
  expect(await page.evaluate(() => window.kiln.request('media.inspect' as 'app.info', { path: '/etc/passwd' } as never))).toMatchObject(
    refused
  )
  expect(await page.evaluate(() => window.kiln.request('app.quit' as 'app.info', undefined))).toMatchObject(refused)
  expect(await page.evaluate(() => window.kiln.inspectFile(new File(['made by the page'], 'passwd')))).toMatchObject({ ok: false })
  expect(await page.evaluate(() => window.kiln.inspectFile('/etc/passwd'))).toMatchObject({ ok: false })
  const options = { capability: 'face-swap', field: 'targetImageUrl' }
  expect(
    await page.evaluate((own) => window.kiln.request('batch.takeDropped' as 'app.info', { ...own, path: '/etc' } as never), options)
  ).toMatchObject(refused)
  expect(await page.evaluate((own) => window.kiln.readDroppedSource('/etc', own), options)).toMatchObject({ ok: false })
  expect(await page.evaluate((own) => window.kiln.readDroppedSource(new File(['made by the page'], 'a.csv'), own), options)).toMatchObject({
    ok: false
  })
})

test('the page can’t submit a path instead of a file that it received', async () => {
  const outcome = await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'face-swap', values: { targetImageUrl: { file: '/etc/passwd' } } })
  )
  expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'path-instead-of-file', field: 'targetImageUrl' }] })
})

test('a payload that doesn’t match the IPC contract is rejected', async () => {
  expect(await page.evaluate(() => window.kiln.request('task.cancel', { id: 7 } as never))).toMatchObject({
    ok: false,
    message: 'Kiln couldn’t read this request. Nothing was changed or sent. Try again.'
  })
})

test('a request from a Kiln window with other content is rejected', async () => {
  const [other] = await Promise.all([
    kiln.app.waitForEvent('window'),
    kiln.app.evaluate(async ({ app, BrowserWindow }) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { preload: `${app.getAppPath()}/out/preload/preload.cjs`, sandbox: true, contextIsolation: true }
      })
      await window.loadURL('data:text/html,<title>not ours</title>')
    })
  ])
  await expect(other).toHaveTitle('not ours')
  expect(await other.evaluate(() => window.kiln.request('task.list', undefined))).toMatchObject({
    ok: false,
    message: 'This page isn’t allowed to make that request.'
  })
  await other.close()
})

test('every response has the content security policy as a header', async () => {
  const policies = await page.evaluate(async () => {
    const addresses = ['/', '/nowhere', ...[...document.scripts].map((script) => script.src)]
    return Promise.all(addresses.map(async (one) => (await fetch(one)).headers.get('content-security-policy')))
  })
  expect(policies.length).toBeGreaterThan(2)
  for (const policy of policies) expect(policy).toContain("default-src 'none'; script-src 'self';")
})

test('only Kiln’s own scripts run', async () => {
  const ran = await page.evaluate(async () => {
    const inline = document.createElement('script')
    inline.textContent = 'window.wasRun = true'
    document.body.append(inline)
    const handler = document.createElement('div')
    handler.setAttribute('onclick', 'window.wasRun = true')
    handler.click()
    const data = document.createElement('script')
    data.src = 'data:text/javascript,window.wasRun=true'
    await new Promise((resolve) => {
      data.addEventListener('load', resolve)
      data.addEventListener('error', resolve)
      document.body.append(data)
    })
    let evaluated = 'no'
    try {
      evaluated = String(Reflect.construct(Function, ['return "yes"'])())
    } catch {
      // The content security policy blocked the evaluation, as required.
    }
    return [evaluated, 'wasRun' in window]
  })
  expect(ran).toEqual(['no', false])
})

test('the page can’t reach the network by requests, sockets, beacons or elements', async () => {
  const tried = await page.evaluate(async (target) => {
    const outcomes: Record<string, string> = {}
    const element = (name: string, tag: 'img' | 'script' | 'iframe' | 'video', attribute: string) =>
      new Promise<void>((resolve) => {
        const made = document.createElement(tag)
        made.addEventListener('load', () => {
          outcomes[name] = tag === 'iframe' ? 'refused' : 'loaded'
          resolve()
        })
        made.addEventListener('error', () => {
          outcomes[name] = 'refused'
          resolve()
        })
        setTimeout(() => {
          outcomes[name] ??= 'refused'
          resolve()
        }, 1000)
        made.setAttribute(attribute, `${target}/${name}`)
        document.body.append(made)
      })
    outcomes['fetch'] = await fetch(`${target}/fetch`).then(
      () => 'loaded',
      () => 'refused'
    )
    outcomes['no-cors'] = await fetch(`${target}/no-cors`, { mode: 'no-cors' }).then(
      () => 'loaded',
      () => 'refused'
    )
    outcomes['socket'] = await new Promise((resolve) => {
      try {
        const socket = new WebSocket(target.replace('http', 'ws'))
        socket.addEventListener('open', () => resolve('loaded'))
        socket.addEventListener('error', () => resolve('refused'))
      } catch {
        resolve('refused')
      }
    })
    navigator.sendBeacon(`${target}/beacon`, 'x')
    await Promise.all([
      element('img', 'img', 'src'),
      element('script', 'script', 'src'),
      element('iframe', 'iframe', 'src'),
      element('video', 'video', 'src')
    ])
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = `${target}/style`
    document.head.append(link)
    document.body.style.backgroundImage = `url(${target}/background)`
    return outcomes
  }, address)
  expect(new Set(Object.values(tried))).toEqual(new Set(['refused']))
  expect(Object.keys(tried)).toHaveLength(7)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(reached).toEqual([])
})

/**
 * Covers less common ways to reach the network. Some of them report a failure. For the others, a final request from the main process shows
 * that no earlier request arrived.
 */
test('the page can’t reach the network by hints, workers, styles, pings or media', async () => {
  const refused = await page.evaluate(async (target) => {
    const refusals: string[] = []
    const over = (name: string, made: EventTarget, ...names: string[]) =>
      new Promise<void>((resolve) => {
        for (const one of names) {
          made.addEventListener(one, () => {
            if (one === 'error' || one === 'abort') refusals.push(name)
            resolve()
          })
        }
      })
    const link = (rel: string, as?: string) => {
      const made = document.createElement('link')
      made.rel = rel
      if (as !== undefined) made.as = as
      made.href = `${target}/${rel}`
      document.head.append(made)
      return made
    }
    for (const rel of ['dns-prefetch', 'prerender', 'icon', 'manifest', 'search']) link(rel)
    const source = new EventSource(`${target}/events`)
    const old = new XMLHttpRequest()
    old.open('GET', `${target}/xhr`)
    const endings = [
      over('prefetch', link('prefetch'), 'load', 'error'),
      over('preload', link('preload', 'image'), 'load', 'error'),
      over('modulepreload', link('modulepreload'), 'load', 'error'),
      over('events', source, 'open', 'error'),
      over('xhr', old, 'load', 'error')
    ]
    old.send()
    for (const [tag, attribute] of [
      ['object', 'data'],
      ['embed', 'src'],
      ['audio', 'src']
    ] as const) {
      const made = document.createElement(tag)
      made.setAttribute(attribute, `${target}/${tag}`)
      document.body.append(made)
      if (tag === 'audio') endings.push(over(tag, made, 'canplay', 'error'))
    }
    const svg = new DOMParser().parseFromString(
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${target}/svg"/></svg>`,
      'image/svg+xml'
    )
    document.body.append(document.importNode(svg.documentElement, true))
    const anchor = document.createElement('a')
    anchor.href = '#'
    anchor.ping = `${target}/ping`
    document.body.append(anchor)
    anchor.click()
    history.replaceState(null, '', location.pathname)
    const tryAll = [
      () => new Worker(`${target}/worker`),
      () => new SharedWorker(`${target}/shared-worker`),
      () => new FontFace('x', `url(${target}/font)`).load(),
      () => import(/* @vite-ignore */ `${target}/module.js`),
      () => fetch(`${target}/keepalive`, { keepalive: true, method: 'POST', body: 'x' }),
      () => navigator.serviceWorker.register(`${target}/service-worker`)
    ]
    for (const [place, attempt] of tryAll.entries()) {
      try {
        const made: unknown = await attempt()
        if (made instanceof Worker) await over('worker', made, 'message', 'error')
      } catch {
        refusals.push(`attempt ${place}`)
      }
    }
    await Promise.all(endings)
    source.close()
    return refusals
  }, address)
  expect(refused).toEqual(expect.arrayContaining(['prefetch', 'preload', 'events', 'xhr', 'audio', 'attempt 2', 'attempt 3', 'attempt 4']))
  expect(reached).toEqual([])
  // Confirms that the server runs and records its requests.
  expect(await kiln.app.evaluate(async (_electron, target) => (await fetch(`${target}/from-main`)).text(), address)).toBe('reached')
  expect(reached).toEqual(['/from-main'])
  reached.length = 0
})

test.describe('WebRTC', () => {
  skipUnlessRealElectron('only Electron implements the WebRTC policy')

  test('the page can’t send a datagram', async () => {
    await page.evaluate(async (port) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] })
      peer.createDataChannel('x')
      const gathered = new Promise<void>((resolve) =>
        peer.addEventListener('icegatheringstatechange', () => (peer.iceGatheringState === 'complete' ? resolve() : undefined))
      )
      await peer.setLocalDescription()
      await gathered
      peer.close()
    }, datagrams.address().port)
    expect(reached).toEqual([])
  })
})

test('the page can’t navigate to another address', async () => {
  for (const target of [`${address}/navigation`, 'https://example.com/', 'file:///etc/passwd']) {
    await page.evaluate((url) => {
      window.location.href = url
    }, target)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200))).catch(() => undefined)
    expect(await whereItIs()).toBe('app://kiln/')
  }
  await page.evaluate((url) => {
    const form = document.createElement('form')
    form.action = `${url}/form`
    form.method = 'post'
    document.body.append(form)
    form.submit()
  }, address)
  expect(await page.evaluate(() => window.kiln.request('app.info', undefined))).toMatchObject({ ok: true })
  expect(reached).toEqual([])
})

test('the page can’t open a window', async () => {
  expect(await page.evaluate((url) => window.open(`${url}/window`) === null, address)).toBe(true)
  expect(await page.evaluate(() => window.open('app://kiln/') === null)).toBe(true)
  await page.evaluate((url) => {
    const link = document.createElement('a')
    link.href = `${url}/blank`
    link.target = '_blank'
    document.body.append(link)
    link.click()
  }, address)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await countWindows()).toBe(1)
  expect(reached).toEqual([])
})

test('the page gets no access to devices, location or the clipboard', async () => {
  const states = await page.evaluate(async () => {
    const names = ['notifications', 'geolocation', 'camera', 'microphone', 'midi', 'clipboard-read', 'clipboard-write'] as const
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state))
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
  expect(await page.evaluate(() => Notification.requestPermission())).toBe('denied')
  const asked = await page.evaluate(() =>
    Promise.all([
      navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'refused'
      ),
      navigator.clipboard.readText().then(
        () => 'granted',
        () => 'refused'
      ),
      new Promise<string>((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('granted'),
          () => resolve('refused')
        )
      )
    ])
  )
  expect(new Set(asked)).toEqual(new Set(['refused']))
})

test('crash dumps stay in the data folder', async () => {
  expect(await kiln.app.evaluate(({ app, crashReporter }) => [crashReporter.getUploadToServer(), app.getPath('crashDumps')])).toEqual([
    false,
    join(folder, 'crashes')
  ])
})
