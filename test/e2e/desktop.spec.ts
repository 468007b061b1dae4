import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { RequestInput, RequestName, RequestOutput } from '../../shared/ipc/ipc.ts'
import type { TaskResult } from '../../shared/task/task.ts'
import { launchKiln } from './launch-kiln.ts'
import type { RunningKiln } from './launch-kiln.ts'
import { stubMessageBoxes } from './native-ui.ts'

let folder: string
let kiln: RunningKiln

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-desktop-'))
  await start()
})
test.afterEach(async () => {
  await kiln.app.close()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  kiln = await launchKiln({ userDataDir: join(folder, 'data') })
}

async function restart(): Promise<void> {
  await kiln.app.close()
  await start()
}

/** Sends a request from the page to the main process and returns the value. Throws if the request fails. */
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const asked: { name: string; input: unknown } = { name, input }
  const outcome = await kiln.page.evaluate((request) => window.kiln.request(request.name as 'app.info', request.input as undefined), asked)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value as unknown as RequestOutput<Name>
}

/** Makes open and save dialogs return `path`. The returned function returns the folder in which the last dialog opened. */
async function answerDialogs(path: string): Promise<() => Promise<string | undefined>> {
  await kiln.app.evaluate(({ dialog }, chosen) => {
    const shown: { folder?: string | undefined } = {}
    Object.assign(globalThis, { shown })
    const noted = (values: readonly unknown[]): void => {
      shown.folder = (values.at(-1) as { defaultPath?: string }).defaultPath
    }
    dialog.showOpenDialog = async (...values: unknown[]) => {
      noted(values)
      return { canceled: false, filePaths: [chosen] }
    }
    dialog.showSaveDialog = async (...values: unknown[]) => {
      noted(values)
      return { canceled: false, filePath: chosen }
    }
  }, path)
  return () => kiln.app.evaluate(() => (globalThis as unknown as { shown: { folder?: string } }).shown.folder)
}

async function makePicture(): Promise<TaskResult> {
  await get('account.practice', undefined)
  await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a tall vase' } })
  await expect.poll(async () => (await get('task.list', undefined))[0]?.phase, { timeout: 40_000 }).toBe('done')
  const [result] = (await get('task.list', undefined))[0]?.results ?? []
  if (result === undefined) throw new Error('The task has no result.')
  return result
}

test('the file dialog opens in the last used folder, even after a restart', async () => {
  const file = join(folder, 'photos', 'cat.png')
  await mkdir(dirname(file))
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } }).toFile(file)
  await get('account.practice', undefined)
  const options = { capability: 'imgmodel-image-generator', field: 'imageUrls', many: true }

  await answerDialogs(file)
  const [draft] = await get('media.browse', options)
  expect(draft).toMatchObject({ facts: { name: 'cat.png', width: 64 } })
  const preview = await kiln.page.evaluate(async (url) => {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return picture.naturalWidth
  }, draft?.previewUrl ?? '')
  expect(preview).toBe(64)

  const shown = await answerDialogs(file)
  await get('media.browse', options)
  expect(await shown()).toBe(dirname(file))
  await restart()
  const shownLater = await answerDialogs(file)
  await get('media.browse', options)
  expect(await shownLater()).toBe(dirname(file))
})

test('a result is served in ranges, saved where the user chooses, and copied as an image', async () => {
  const { id, bytes } = await makePicture()
  const path = await get('result.location', { id })
  const part = await kiln.page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { Range: 'bytes=1-3' } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }, `/media/result/${id}`)
  expect(part).toEqual([206, `bytes 1-3/${bytes}`, 'PNG'])

  const target = join(folder, 'saved.png')
  await writeFile(target, 'what was there before')
  const shown = await answerDialogs(target)
  expect(await get('result.saveAs', { id })).toBe(true)
  expect(await readFile(target)).toEqual(await readFile(path))
  expect(await shown()).toContain('a-tall-vase')

  await get('result.copy', { id })
  const copied = await kiln.app.evaluate(async ({ clipboard }) => {
    const [item] = await clipboard.read()
    const picture = (await item?.getType('image/png')) as unknown as Blob
    return [...new Uint8Array(await picture.arrayBuffer()).slice(1, 4)]
  })
  expect(String.fromCharCode(...copied)).toBe('PNG')
  await get('clipboard.writeText', { text: 'words to keep' })
  expect(await kiln.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('words to keep')
})

test('the theme applies to the system and the page, and is active from the next start', async () => {
  const isDark = (page: Page): Promise<boolean> => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const ground = (): Promise<string> =>
    kiln.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBackgroundColor().toLowerCase() ?? '')
  for (const [theme, colour] of [
    ['dark', '#121110'],
    ['light', '#e9e7e3']
  ] as const) {
    await get('settings.change', { theme })
    await expect.poll(() => isDark(kiln.page)).toBe(theme === 'dark')
    await expect.poll(ground).toContain(colour)
    await restart()
    expect(await kiln.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe(theme)
    expect(await isDark(kiln.page)).toBe(theme === 'dark')
    expect(await ground()).toContain(colour)
  }
})

test('a Kiln that runs from source has its own name and data folder', async () => {
  test.skip(process.platform !== 'linux', 'only Linux has an environment variable for the data folder')
  const config = join(folder, 'config')
  const own = await launchKiln({ userDataDir: '', env: { XDG_CONFIG_HOME: config } })
  const [name, path] = await own.app.evaluate(({ app }) => [app.getName(), app.getPath('userData')])
  await own.app.close()
  expect([name, path]).toEqual(['Kiln Dev', join(config, 'Kiln Dev')])
  expect(await readdir(config)).not.toContain('Kiln')
})

test('a crashed page reloads automatically, and Kiln asks if it crashes again immediately', async () => {
  await get('account.practice', undefined)
  await kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
  const asked = await stubMessageBoxes(kiln.app, { response: 0, checkboxChecked: false })
  // Queries the main process, because Playwright can't use a page after a crash.
  const isBack = () =>
    kiln.app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined || contents.isCrashed() || contents.isLoadingMainFrame()) return false
      return contents.executeJavaScript("document.querySelector('main[aria-label=Gallery]') !== null") as Promise<boolean>
    })
  for (const questions of [0, 1]) {
    await kiln.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('render-process-gone', () => resolve())
          contents?.forcefullyCrashRenderer()
        })
    )
    await expect.poll(isBack).toBe(true)
    expect(await asked()).toHaveLength(questions)
  }
  const log = await readFile(join(folder, 'data', 'logs', 'kiln.log'), 'utf8')
  expect(log.match(/"page\.gone"/g)).toHaveLength(2)
})

test('a page that hangs can be ended and reloaded', async () => {
  await get('account.practice', undefined)
  await kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
  const asked = await stubMessageBoxes(kiln.app, { response: 1, checkboxChecked: false })
  const loaded = kiln.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => resolve())
        contents?.emit('unresponsive')
      })
  )
  await loaded
  expect(await asked()).toEqual([expect.stringContaining('isn’t responding')])
})

test('quitting exits with code 0 and logs no errors', async () => {
  const main = kiln.app.process()
  await get('account.practice', undefined)
  await kiln.app.close()
  expect([main.exitCode, main.signalCode]).toEqual([0, null])
  expect(await readFile(join(folder, 'data', 'logs', 'kiln.log'), 'utf8').catch(() => '')).not.toContain('"level":"error"')
  await start()
})
