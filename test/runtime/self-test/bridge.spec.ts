import { closeSync, ftruncateSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { chooseRuntime } from '../choose-runtime.ts'
import { launchSelfTest, createTemporaryFolder } from './launch-self-test.ts'
import type { SelfTestBridge, SelfTest } from './launch-self-test.ts'

declare global {
  // Globals in the self-test app's page and main process.
  var bridge: SelfTestBridge
  var apiAtFirst: string
  var seen: { ranges: string[]; addresses: string[]; origins: unknown[] }
  var heard: unknown[]
  var stopListening: () => void
}

test.describe('the stand-in’s bridge between main and page', () => {
  test.skip(chooseRuntime() === 'electron', 'real Electron is installed')

  const folder = createTemporaryFolder()
  const ipcLog = join(folder.path, 'ipc.log')
  const sound = join(folder.path, 'long.wav')
  let { app, page } = {} as SelfTest

  test.beforeAll(async () => {
    writeSilence(sound, 600)
    ;({ app, page } = await launchSelfTest(join(folder.path, 'user data'), { STANDIN_IPC_LOG: ipcLog, SELF_TEST_SOUND: sound }))
  })
  test.afterAll(async () => {
    await app.close()
    folder.remove()
  })

  test('carries every cloneable value to main and back', async () => {
    const differences = await page.evaluate(async () => {
      const error = new TypeError('as it was')
      const circular: { self?: unknown; readonly list: unknown[] } = { list: [1, 'two', null, true] }
      circular.self = circular
      const sent = {
        date: new Date(5),
        map: new Map<unknown, unknown>([[{ key: 1 }, new Set([1, 'x'])]]),
        bytes: new Uint8Array([1, 2, 255]),
        floats: new Float64Array([1.5, -0]),
        buffer: new Uint8Array([9]).buffer,
        big: 2n ** 70n,
        odd: [Number.NaN, Number.POSITIVE_INFINITY, -0, undefined],
        expression: /a(b)/gi,
        circular,
        ['__proto__']: 'a plain name',
        error
      }
      const back = (await bridge.invoke('echo', sent)) as typeof sent
      const wrong: string[] = []
      const check = (name: string, isRight: boolean): void => void (isRight || wrong.push(name))
      check('date', back.date instanceof Date && back.date.getTime() === 5)
      const [[key, set]] = [...back.map] as [[{ key: number }, Set<unknown>]]
      check('map', key.key === 1 && set.has('x') && set.size === 2)
      check('bytes', back.bytes instanceof Uint8Array && back.bytes.join() === '1,2,255')
      check('floats', back.floats instanceof Float64Array && Object.is(back.floats[1], -0))
      check('buffer', back.buffer instanceof ArrayBuffer && back.buffer.byteLength === 1)
      check('big', back.big === 2n ** 70n)
      check(
        'odd',
        Number.isNaN(back.odd[0]) &&
          back.odd[1] === Number.POSITIVE_INFINITY &&
          Object.is(back.odd[2], -0) &&
          back.odd[3] === undefined &&
          back.odd.length === 4
      )
      check('expression', back.expression.source === 'a(b)' && back.expression.flags === 'gi')
      check('circular', back.circular.self === back.circular && back.circular.list.length === 4)
      check('error', back.error instanceof Error && back.error.message === 'as it was')
      return wrong
    })
    expect(differences).toEqual([])
  })

  test('carries 5 MiB in one piece', async () => {
    const sum = await page.evaluate(async () => {
      const back = (await bridge.invoke('echo', new Uint8Array(5 * 1024 * 1024).fill(3))) as Uint8Array
      return back.reduce((total, byte) => total + byte, 0)
    })
    expect(sum).toBe(3 * 5 * 1024 * 1024)
  })

  test('rejects values that can’t be cloned, on both sides', async () => {
    for (const words of await page.evaluate(() => {
      const attempt = (value: unknown): Promise<unknown> => (async () => bridge.invoke('echo', value))().catch(String)
      return Promise.all(
        [[Symbol('no')], new Proxy({}, {}), new Response(), new DOMRect(), { inside: [new AbortController().signal] }].map(attempt)
      )
    }))
      expect(words).toContain('An object could not be cloned.')
    await app.evaluate(({ ipcMain }) => {
      ipcMain.handle('gives a function', () => () => {})
      ipcMain.handle('gives a proxy', () => ({ inside: new Proxy([], {}) }))
    })
    for (const channel of ['gives a function', 'gives a proxy'])
      expect(await page.evaluate((name) => bridge.invoke(name).catch(String), channel)).toContain('An object could not be cloned.')
  })

  test("reports a handler's error and a missing handler like Electron", async () => {
    const [failed, missing] = await page.evaluate(async () => [
      await bridge.invoke('fail').catch(String),
      await bridge.invoke('unknown').catch(String)
    ])
    expect(failed).toBe("Error: Error invoking remote method 'fail': TypeError: bad thing")
    expect(missing).toBe("Error: Error invoking remote method 'unknown': Error: No handler registered for 'unknown'")
  })

  test('tells main the sender of a message', async () => {
    await app.evaluate(({ ipcMain, BrowserWindow }) =>
      ipcMain.handle('who', (event) => [
        event.senderFrame?.url,
        event.senderFrame?.origin,
        event.senderFrame?.parent,
        event.senderFrame === event.sender.mainFrame,
        BrowserWindow.fromWebContents(event.sender)?.id
      ])
    )
    expect(await page.evaluate(() => bridge.invoke('who'))).toEqual(['app://self/', 'app://self', null, true, 1])
  })

  test('delivers messages from main until the page stops listening', async () => {
    await page.evaluate(() => {
      globalThis.heard = []
      globalThis.stopListening = bridge.listen('news', (...values) => heard.push(values))
    })
    const announce = (word: string) =>
      app.evaluate(
        ({ BrowserWindow }, said) => BrowserWindow.getAllWindows()[0]?.webContents.send('news', said, new Map([[1, said]])),
        word
      )
    await announce('first')
    await expect.poll(() => page.evaluate(() => heard.length)).toBe(1)
    await page.evaluate(() => stopListening())
    await announce('second')
    await page.evaluate(() => bridge.invoke('echo', 1))
    expect(await page.evaluate(() => heard.map((values) => (values as unknown[])[0]))).toEqual(['first'])
  })

  test('exposes the preload’s frozen API to the page, and nothing else', async () => {
    const found = await page.evaluate(() => ({
      frozen: Object.isFrozen(bridge) && Object.isFrozen(bridge.nested.list) && Object.isFrozen(bridge.nested.list[1]),
      others: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'Buffer'].filter((name) => name in globalThis),
      ours: Object.keys(globalThis).filter((name) => name.startsWith('standIn')),
      sum: bridge.increase(41),
      called: bridge.callWith((value) => value * 2, 21)
    }))
    expect(found).toEqual({ frozen: true, others: [], ours: [], sum: 42, called: 42 })
  })

  test('throws the preload’s synchronous errors in the page', async () => {
    const words = await page.evaluate(() => {
      try {
        return bridge.refuse()
      } catch (error) {
        return String(error)
      }
    })
    expect(words).toBe('Error: refused here')
  })

  test("is available before the page's first script, even after a reload", async () => {
    expect(await page.evaluate(() => apiAtFirst)).toBe('object')
    await page.reload()
    expect(await page.evaluate(() => apiAtFirst)).toBe('object')
    expect(await page.evaluate(() => bridge.invoke('echo', 'still there'))).toBe('still there')
  })

  test('returns the path of a chosen file, but none for a file that a script created', async () => {
    const paths = [join(folder.path, 'one file.txt'), join(folder.path, 'two.txt')]
    for (const path of paths) writeFileSync(path, 'content')
    await page.setInputFiles('#files', paths)
    const told = await page.evaluate(() =>
      [...(document.querySelector<HTMLInputElement>('#files')?.files ?? [])].map((file) => bridge.pathOf(file))
    )
    expect(told).toEqual(paths)
    expect(await page.evaluate(() => bridge.pathOf(new File(['x'], 'made.txt')))).toBe('')
  })

  test('delivers every message that is sent while a path is read', async () => {
    const path = join(folder.path, 'read-again.txt')
    writeFileSync(path, 'content')
    await page.setInputFiles('#files', path)
    await page.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(globalThis, { heard })
      bridge.listen('tick', (number) => heard.push(number))
    })
    await app.evaluate(({ BrowserWindow }) => {
      const ticks = { sent: 0, timer: setInterval(() => BrowserWindow.getAllWindows()[0]?.webContents.send('tick', ticks.sent++), 1) }
      Object.assign(globalThis, { ticks })
    })
    for (let times = 0; times < 20; times += 1)
      await page.evaluate(() => {
        const file = document.querySelector<HTMLInputElement>('#files')?.files?.[0]
        return bridge.pathOf(file)
      })
    const sent = await app.evaluate(() => {
      const { ticks } = globalThis as unknown as { ticks: { sent: number; timer: NodeJS.Timeout } }
      clearInterval(ticks.timer)
      return ticks.sent
    })
    const heard = () => page.evaluate(() => (globalThis as unknown as { heard: number[] }).heard)
    await expect.poll(async () => (await heard()).length).toBe(sent)
    expect(await heard()).toEqual(Array.from({ length: sent }, (_, number) => number))
  })

  test('names a member that isn’t implemented in the preload', async () => {
    const words = await page.evaluate(() => {
      try {
        return bridge.sendSync()
      } catch (error) {
        return String(error)
      }
    })
    expect(words).toBe('Error: stand-in: ipcRenderer.sendSync is not implemented')
  })

  test('writes every payload of both directions to the requested log', async () => {
    await page.evaluate(() => bridge.invoke('echo', { word: 'a needle', bytes: new TextEncoder().encode('another needle') }))
    const lines = readFileSync(ipcLog, 'utf8')
      .split('\n')
      .filter((line) => line.includes('a needle') && line.includes('another needle'))
    expect(lines.map((line) => (JSON.parse(line) as { direction: string }).direction)).toEqual(['page to main', 'main to page'])
  })

  test('serves the app’s own schemes, with their origin, to images and fetch', async () => {
    const widths = await page.evaluate(async () => {
      const load = async (address: string): Promise<number> => {
        const image = new Image()
        image.src = address
        await image.decode()
        return image.naturalWidth
      }
      return [await load('/dot.png'), await load('media://store/dot.png')]
    })
    expect(widths).toEqual([1, 1])
    expect(await page.evaluate(async () => (await fetch('/nowhere')).status)).toBe(404)
    expect(await page.evaluate(() => fetch('/fails').catch(String))).toContain('TypeError')
    const { addresses, origins } = await app.evaluate(() => seen)
    expect(addresses).toContain('media://store/dot.png')
    expect(origins[0]).toBeUndefined()
    expect(origins[addresses.indexOf('app://self/nowhere')]).toBe('app://self')
  })

  test("applies the content security policy of the app's own response to the page", async () => {
    const blocked = await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
          const script = document.createElement('script')
          script.textContent = 'window.inline = 1'
          document.body.append(script)
        })
    )
    expect(blocked).toBe('script-src-elem')
  })

  test('seeks to the end of a long audio file by ranges, without reading all of it', async () => {
    for (const address of ['/long.wav', 'media://store/long.wav']) {
      await app.evaluate(() => seen.ranges.splice(0))
      const time = await page.evaluate(async (source) => {
        const audio = new Audio(source)
        await new Promise((resolve) => audio.addEventListener('loadedmetadata', resolve, { once: true }))
        audio.currentTime = 590
        await new Promise((resolve) => audio.addEventListener('seeked', resolve, { once: true }))
        return audio.currentTime
      }, address)
      expect(time).toBe(590)
      const starts = (await app.evaluate(() => seen.ranges)).map((range) => Number(/^bytes=(\d+)-/.exec(range)?.[1]))
      expect(starts[0]).toBe(0)
      expect(Math.max(...starts)).toBeGreaterThan(40_000_000)
    }
  })

  test('stays on its page if main prevents navigation, and opens no window', async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const { webContents } = BrowserWindow.getAllWindows()[0]!
      globalThis.heard = []
      webContents.on('will-navigate', (event) => {
        heard.push(event.url)
        event.preventDefault()
      })
      webContents.setWindowOpenHandler(({ url }) => {
        heard.push(url)
        return { action: 'deny' }
      })
    })
    await page.click('#elsewhere')
    await expect.poll(() => app.evaluate(() => heard)).toEqual(['https://elsewhere.example/'])
    await page.click('#beside')
    expect(await page.evaluate(() => window.open('https://third.example/'))).toBeNull()
    await expect
      .poll(() => app.evaluate(() => heard))
      .toEqual(['https://elsewhere.example/', 'app://self/beside', 'https://third.example/'])
    expect(page.url()).toBe('https://self.app.invalid/')
    expect(app.windows()).toHaveLength(1)
  })

  test("cancels requests that main blocks, and calls main's handlers for the page's permissions", async () => {
    const loaded = page.waitForEvent('load')
    await app.evaluate(({ session, BrowserWindow }) => {
      globalThis.heard = []
      session.defaultSession.webRequest.onBeforeRequest((details, answer) => {
        if (details.url.endsWith('/unwanted')) heard.push([details.initiatorOrigin, details.frame?.url, details.webContentsId])
        answer({ cancel: details.url.endsWith('/unwanted') })
      })
      session.defaultSession.setPermissionCheckHandler((_contents, permission) => permission === 'geolocation')
      session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) => {
        heard.push(permission)
        answer(permission === 'notifications')
      })
      return BrowserWindow.getAllWindows()[0]?.loadURL('app://self/')
    })
    await loaded
    expect(await page.evaluate(() => fetch('/unwanted').catch(String))).toContain('TypeError')
    expect(await app.evaluate(() => heard)).toEqual([['app://self', 'app://self/', 1]])
    const states = await page.evaluate(async () => {
      const ask = async (name: PermissionName): Promise<string> => (await navigator.permissions.query({ name })).state
      return [await ask('geolocation'), await ask('notifications')]
    })
    expect(states).toEqual(['granted', 'denied'])
    expect(await page.evaluate(() => Notification.requestPermission())).toBe('granted')
    expect(await app.evaluate(() => heard.slice(1))).toEqual(['notifications'])
  })
})

/** Writes an audio file with `seconds` of silence: 44.1 kHz, 16 bit, mono. The file is sparse, so that it doesn't use disk space. */
function writeSilence(path: string, seconds: number): void {
  const bytes = seconds * 88_200
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(88_200, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  const file = openSync(path, 'w')
  writeSync(file, header)
  ftruncateSync(file, 44 + bytes)
  closeSync(file)
}
