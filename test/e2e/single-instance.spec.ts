import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { journalMigrations } from '../../electron/tasks/journal/migrations.ts'
import { openTestJournal } from '../electron/tasks/journal/open-test-journal.ts'
import { launchKiln, runKiln } from './launch-kiln.ts'

let folder: string

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiln-instance-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

test('a second start on the same folder reports this, exits, and brings the first window to the front', async () => {
  const { app, page } = await launchKiln({ userDataDir: folder })
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())

  const second = await runKiln({ userDataDir: folder })
  expect(second.output).toContain('Kiln is already open on this data folder. Its window was brought to the front.')
  expect(second.exitCode).toBe(0)

  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(await page.evaluate(() => window.kiln.request('task.list', undefined))).toMatchObject({ ok: true })
  await app.close()
})

test('two data folders can be open at the same time', async () => {
  const first = await launchKiln({ userDataDir: join(folder, 'one') })
  const second = await launchKiln({ userDataDir: join(folder, 'two') })
  for (const { page } of [first, second])
    expect(await page.evaluate(() => window.kiln.request('app.info', undefined))).toMatchObject({ ok: true })
  await Promise.all([first.app.close(), second.app.close()])
})

test('Kiln starts normally after a kill', async () => {
  const { kill } = await launchKiln({ userDataDir: folder })
  await kill()
  const again = await launchKiln({ userDataDir: folder })
  expect(await again.page.evaluate(() => window.kiln.request('task.list', undefined))).toMatchObject({ ok: true })
  await again.app.close()
})

/** Starts a process that locks a data folder, as another user's Kiln would. Electron's single-instance lock doesn't detect this process. */
async function holdFolder(path: string): Promise<ChildProcess> {
  const lock = pathToFileURL(join(import.meta.dirname, '..', '..', 'electron', 'tasks', 'journal', 'lock-data-folder.ts')).href
  const script = `import { lockDataFolder } from ${JSON.stringify(lock)}
await lockDataFolder(process.argv[1])
setInterval(() => undefined, 60_000)
console.log('held')`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit').then(() => Promise.reject(new Error('Locking failed.')))])
  return holder
}

test('a folder open in another Kiln stays locked, and is released when that Kiln is killed', async () => {
  const holder = await holdFolder(folder)
  const shutOut = await runKiln({ userDataDir: folder })
  expect(shutOut.exitCode).toBe(1)
  expect(shutOut.output).toContain(
    `Another copy of Kiln is using ${folder}. Switch to that copy. You can also quit it, then open Kiln again.`
  )
  expect(await readdir(folder)).not.toContain('journal.db')

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const first = await launchKiln({ userDataDir: folder })
  expect(await first.page.evaluate(() => window.kiln.request('task.list', undefined))).toMatchObject({ ok: true })
  await first.app.close()
})

test('a journal of a newer Kiln stops the start with a clear message, and stays unchanged', async () => {
  const path = join(folder, 'journal.db')
  const journal = await openTestJournal(path)
  journal.close()
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA user_version = ${journalMigrations.length + 1}`)
  database.close()
  const before = await readFile(path)
  const start = await runKiln({ userDataDir: folder })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Your tasks were saved by a newer version of Kiln. Update Kiln, then open it again.')
  expect(await readFile(path)).toEqual(before)
})

test('a damaged settings file stops the start with a clear message, and stays unchanged', async () => {
  const damaged = '{ "settings": { "theme"'
  await writeFile(join(folder, 'settings.json'), damaged)
  const start = await runKiln({ userDataDir: folder })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Kiln can’t read its settings file.')
  expect(start.output).toContain('It wasn’t changed')
  expect(await readFile(join(folder, 'settings.json'), 'utf8')).toBe(damaged)
})

test('a damaged journal stops the start with a clear message, and nothing is deleted', async () => {
  const damaged = 'this is no database, and long enough to be looked at as one. '.repeat(200)
  await writeFile(join(folder, 'journal.db'), damaged)
  const start = await runKiln({ userDataDir: folder })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Nothing was deleted or changed')
  expect(await readFile(join(folder, 'journal.db'), 'utf8')).toBe(damaged)
})
