import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { keepBackup } from '../../electron/journal/backups.ts'
import { launchKiln, runKiln } from './launch-kiln.ts'
import { connect, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

let bench: Bench

test.afterEach(async () => bench.close())

test('a damaged journal is a question, and leaving it as it is changes nothing', async () => {
  bench = await openBench({ results: 'tiny' })
  const { page, app } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('button', { name: /^Make a picture/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  await app.close()

  const dataDir = join(bench.folder, 'data')
  const path = join(dataDir, 'journal.db')
  await keepBackup(dataDir, Date.now(), { newest: 2, days: 2 }, new AbortController().signal)
  const torn = (await readFile(path)).fill(0x2a, 100, 4000)
  await writeFile(path, torn)

  // Nobody answers in time on this start: the question is answered as Escape would, and Kiln ends.
  await launchKiln({ userDataDir: dataDir })
    .then(async ({ app: started }) => started.close())
    .catch(() => undefined)
  expect(await readFile(path)).toEqual(torn)
  bench.kiln = await launchKiln({ userDataDir: join(bench.folder, 'other') })
})

test('a lost journal is a question, and no empty one is begun without an answer', async () => {
  bench = await openBench({ results: 'tiny' })
  const { page, app } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await app.close()

  const dataDir = join(bench.folder, 'data')
  await rm(join(dataDir, 'journal.db'))
  const start = await runKiln({ userDataDir: dataDir })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Kiln’s task journal is missing.')
  expect(await readdir(dataDir)).not.toContain('journal.db')
  bench.kiln = await launchKiln({ userDataDir: join(bench.folder, 'other') })
})
