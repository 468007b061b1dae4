import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createBackup } from '../../electron/tasks/journal/backups.ts'
import { launchKiln, runKiln } from './launch-kiln.ts'
import { connect, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('Kiln asks about a damaged journal and changes nothing without an answer', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  await app.close()

  const dataDir = join(fixture.folder, 'data')
  const path = join(dataDir, 'journal.db')
  await createBackup(dataDir, Date.now(), { newest: 2, days: 2 }, new AbortController().signal)
  const torn = (await readFile(path)).fill(0x2a, 100, 4000)
  await writeFile(path, torn)

  // The test doesn't answer the recovery dialog, so the launch fails. Kiln treats an unanswered dialog like Escape and quits.
  await launchKiln({ userDataDir: dataDir })
    .then(async ({ app: started }) => started.close())
    .catch(() => undefined)
  expect(await readFile(path)).toEqual(torn)
  fixture.kiln = await launchKiln({ userDataDir: join(fixture.folder, 'other') })
})

test('Kiln asks about a missing journal and creates no empty one without an answer', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await app.close()

  const dataDir = join(fixture.folder, 'data')
  await rm(join(dataDir, 'journal.db'))
  const start = await runKiln({ userDataDir: dataDir })
  expect(start.exitCode).toBe(1)
  expect(start.output).toContain('Kiln’s task journal is missing.')
  expect(await readdir(dataDir)).not.toContain('journal.db')
  fixture.kiln = await launchKiln({ userDataDir: join(fixture.folder, 'other') })
})
