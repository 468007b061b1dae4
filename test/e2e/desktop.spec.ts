import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { RequestInput, RequestName, RequestOutputs } from '../../shared/ipc.ts'
import type { Result } from '../../shared/task.ts'
import { launchKiln } from './launch-kiln.ts'
import type { RunningKiln } from './launch-kiln.ts'

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

async function startAnew(): Promise<void> {
  await kiln.app.close()
  await start()
}

/** Asks main from the page, and takes nothing but success for an answer. */
async function get<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutputs[Name]> {
  const asked: { name: string; input: unknown } = { name, input }
  const outcome = await kiln.page.evaluate((request) => window.kiln.request(request.name as 'app.info', request.input as undefined), asked)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.message}`)
  return outcome.value as unknown as RequestOutputs[Name]
}

/** Puts a person before the system's dialogs, who answers with this path. Tells which folder the dialog showed. */
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

async function makePicture(): Promise<Result> {
  await get('account.practice', undefined)
  await get('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a tall vase' } })
  await expect.poll(async () => (await get('task.list', undefined))[0]?.phase, { timeout: 40_000 }).toBe('done')
  const [result] = (await get('task.list', undefined))[0]?.results ?? []
  if (result === undefined) throw new Error('There is no result.')
  return result
}

test('the file dialog begins in the folder of last time, after a restart too', async () => {
  const file = join(folder, 'photos', 'cat.png')
  await mkdir(dirname(file))
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } }).toFile(file)
  await get('account.practice', undefined)
  const wish = { capability: 'imgmodel-image-generator', field: 'imageUrls', many: true }

  await answerDialogs(file)
  const [draft] = await get('media.browse', wish)
  expect(draft).toMatchObject({ facts: { name: 'cat.png', width: 64 } })
  const preview = await kiln.page.evaluate(async (url) => {
    const picture = new Image()
    picture.src = url
    await picture.decode()
    return picture.naturalWidth
  }, draft?.previewUrl ?? '')
  expect(preview).toBe(64)

  const shown = await answerDialogs(file)
  await get('media.browse', wish)
  expect(await shown()).toBe(dirname(file))
  await startAnew()
  const shownLater = await answerDialogs(file)
  await get('media.browse', wish)
  expect(await shownLater()).toBe(dirname(file))
})

test('a result is served in ranges, saved where the person says, and copied as a picture', async () => {
  const { id, path, bytes } = await makePicture()
  const part = await kiln.page.evaluate(async (address) => {
    const answer = await fetch(address, { headers: { Range: 'bytes=1-3' } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }, `/media/result/${id}`)
  expect(part).toEqual([206, `bytes 1-3/${bytes}`, 'PNG'])

  const target = join(folder, 'saved.png')
  await writeFile(target, 'what was there before')
  const shown = await answerDialogs(target)
  expect(await get('result.saveAs', { id })).toBe(target)
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

test('the theme reaches the system and the page, and is there from the start of the next time', async () => {
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
    await startAnew()
    expect(await kiln.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe(theme)
    expect(await isDark(kiln.page)).toBe(theme === 'dark')
    expect(await ground()).toContain(colour)
  }
})

test('quitting ends cleanly, and nothing is left running', async () => {
  const main = kiln.app.process()
  await get('account.practice', undefined)
  await kiln.app.close()
  expect([main.exitCode, main.signalCode]).toEqual([0, null])
  expect(await readFile(join(folder, 'data', 'logs', 'kiln.log'), 'utf8').catch(() => '')).not.toContain('"level":"error"')
  await start()
})
