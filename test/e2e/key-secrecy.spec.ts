import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import { searchFilesForTrace, containsTrace } from '../electron/accounts/secret-traces.ts'
import type { StandInSafeStorage } from '../runtime/main/safe-storage.ts'
import { launchKiln, platformText } from './launch-kiln.ts'

const rightKey = 'sk-right-7Kx3mW9pTz5QcV8yLd2j'
const wrongKey = 'sk-wrong-4Hn6bR1sXe0FgU7aJk9w'

/** Returns a heap snapshot of the page after garbage collection. */
async function heapOf(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page)
  const chunks: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await devtools.send('HeapProfiler.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await devtools.detach()
  return chunks.join('')
}

/** Inserts text as keyboard input. A script that sets the value would itself put the text into the page's heap. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

test('the API key appears only in the request header', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-secrecy-'))
  const dataDir = join(folder, 'data')
  const wire = join(folder, 'wire.log')
  const service = await openPracticeService({ apiKey: rightKey, timeScale: 0.1, results: 'tiny' })
  const { app, page, runtime } = await launchKiln({ userDataDir: dataDir, env: { STANDIN_IPC_LOG: wire } })
  const printed: string[] = []
  for (const stream of [app.process().stdout, app.process().stderr]) stream?.on('data', (bytes: Buffer) => printed.push(bytes.toString()))
  page.on('console', (message) => printed.push(message.text()))

  await typeInto(page, 'Base URL', service.url)
  await typeInto(page, 'API key', wrongKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Request ID')).toBeVisible()
  await typeInto(page, 'API key', rightKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByLabel('API key', { exact: true })).toBeHidden()

  const submitted = await page.evaluate(() =>
    window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: 'a kiln at dusk' } })
  )
  expect(submitted).toMatchObject({ ok: true })
  await expect
    .poll(
      async () => {
        const tasks = await page.evaluate(() => window.kiln.request('task.list', undefined))
        return tasks.ok ? tasks.value.map((task) => task.phase) : []
      },
      { timeout: 30_000 }
    )
    .toEqual(['done'])
  expect(service.ledger()).toHaveLength(1)

  const planted = 'sk-planted-2Mv8tB6wEr3YhN5oPi1u'
  await page.evaluate((text) => Object.assign(window, { planted: text }), planted)
  const heap = await heapOf(page)
  expect(containsTrace(heap, planted)).toBe(true)
  for (const key of [rightKey, wrongKey]) {
    expect(containsTrace(heap, key)).toBe(false)
    expect(containsTrace(await page.content(), key)).toBe(false)
    expect(await page.evaluate(() => [...document.querySelectorAll('input')].map((input) => input.value).join())).not.toContain(key)
  }
  await app.close()

  for (const key of [rightKey, wrongKey]) {
    const { found, looked } = await searchFilesForTrace(dataDir, key)
    expect(found).toEqual([])
    expect(looked).toBeGreaterThan(10)
    expect(containsTrace(printed.join('\n'), key)).toBe(false)
  }
  if (runtime === 'stand-in') {
    const crossings = await readFile(wire, 'utf8')
    expect(crossings).toContain('account.connect')
    for (const key of [rightKey, wrongKey]) expect(containsTrace(crossings, key)).toBe(false)
  }
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

test('a pasted key is cleared from the clipboard once it is used, and Kiln says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-pasted-'))
  const service = await openPracticeService({ apiKey: rightKey })
  const { app, page } = await launchKiln({ userDataDir: folder })
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), rightKey)
  await typeInto(page, 'Base URL', service.url)
  await typeInto(page, 'API key', rightKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Key cleared from the clipboard', { exact: true })).toBeVisible()
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('')
  await app.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

test('insecure key storage is reported before the key is entered, and the key stays in memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-weak-'))
  const service = await openPracticeService({ apiKey: rightKey })
  const start = { userDataDir: folder, env: { STANDIN_STORAGE_BACKEND: 'basic_text', STANDIN_STORAGE_TAG: 'v10' } }
  const first = await launchKiln(start)
  test.skip(first.runtime === 'electron', 'only the stand-in can simulate insecure key storage')

  await expect(first.page.getByText('This computer has no secure storage for keys')).toBeVisible()
  await typeInto(first.page, 'Base URL', service.url)
  await typeInto(first.page, 'API key', rightKey)
  await first.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(first.page.getByText(platformText('Connected until you quit Kiln'), { exact: true })).toBeVisible()
  await first.app.close()
  expect((await searchFilesForTrace(folder, rightKey)).found).toEqual([])

  const second = await launchKiln(start)
  expect(await second.page.evaluate(() => window.kiln.request('account.state', undefined))).toMatchObject({
    ok: true,
    value: { hold: 'key' }
  })
  await second.app.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

test('the window is ready while the keychain dialog is open, and the account opens afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiln-e2e-asking-'))
  const service = await openPracticeService({ apiKey: rightKey })
  const first = await launchKiln({ userDataDir: folder })
  test.skip(first.runtime === 'electron', 'only the stand-in can simulate a keychain dialog')
  await typeInto(first.page, 'Base URL', service.url)
  await typeInto(first.page, 'API key', rightKey)
  await first.page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(first.page.getByRole('main', { name: 'Gallery' })).toBeVisible()
  await first.app.close()

  const { app, page } = await launchKiln({ userDataDir: folder, env: { STANDIN_STORAGE_STATE: 'asking' } })
  await expect(page.getByRole('main', { name: 'Gallery' })).toBeVisible()
  await expect(page.getByText('This computer’s secure storage hasn’t responded yet.').first()).toBeVisible()
  expect(await page.evaluate(() => window.kiln.request('app.info', undefined))).toMatchObject({ ok: true })
  await app.evaluate(({ safeStorage }) => (safeStorage as unknown as StandInSafeStorage).standInBecome('open'))
  await expect(page.getByText('This computer’s secure storage hasn’t responded yet.')).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => window.kiln.request('account.state', undefined)))
    .toMatchObject({ ok: true, value: { hold: null } })
  await app.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})
