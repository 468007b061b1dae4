import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { launchKiln, runKiln } from './launch-kiln.ts'

let folder: string

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-instance-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

test('a second start on the same folder says so, ends, and brings the first window to the front', async () => {
  const { app, page } = await launchKiln({ userDataDir: folder })
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())

  const second = await runKiln({ userDataDir: folder })
  expect(second.output).toContain('Kiln is open already on this data folder; its window was brought to the front.')
  expect(second.exitCode).toBe(0)

  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(await page.evaluate(() => window.kiln.request('task.list', undefined))).toMatchObject({ ok: true })
  await app.close()
})

test('two folders are two Kilns', async () => {
  const first = await launchKiln({ userDataDir: join(folder, 'one') })
  const second = await launchKiln({ userDataDir: join(folder, 'two') })
  for (const { page } of [first, second])
    expect(await page.evaluate(() => window.kiln.request('app.info', undefined))).toMatchObject({ ok: true })
  await Promise.all([first.app.close(), second.app.close()])
})

test('a start after a kill is a first start again', async () => {
  const { kill } = await launchKiln({ userDataDir: folder })
  await kill()
  const again = await launchKiln({ userDataDir: folder })
  expect(await again.page.evaluate(() => window.kiln.request('task.list', undefined))).toMatchObject({ ok: true })
  await again.app.close()
})

test('a damaged settings file stops the start with a plain word, and stays as it is', async () => {
  const damaged = '{ "settings": { "theme"'
  await writeFile(join(folder, 'settings.json'), damaged)
  const start = await runKiln({ userDataDir: folder })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Kiln can’t read its settings file.')
  expect(start.output).toContain('It was left as it is')
  expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(damaged)
})

test('a damaged journal stops the start with a plain word, and nothing is deleted', async () => {
  const damaged = 'this is no database, and long enough to be looked at as one. '.repeat(200)
  await writeFile(join(folder, 'journal.db'), damaged)
  const start = await runKiln({ userDataDir: folder })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Nothing was deleted or changed')
  expect(await readFile(join(folder, 'journal.db'), 'utf8')).toBe(damaged)
})
