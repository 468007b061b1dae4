import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture
let page: AppFixture['kiln']['page']

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  page = fixture.kiln.page
  await connect(page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

/** Makes result writes or journal transactions fail as on a full disk. Null lets all writes succeed again. */
async function simulateFullDisk(whatIsRefused: 'results' | 'journal' | null): Promise<void> {
  await fixture.kiln.app.evaluate((_electron, refused) => {
    type Real = { open: (...given: unknown[]) => Promise<object>; statfs: unknown; exec: (sql: string) => void }
    const files = process.getBuiltinModule('node:fs/promises') as unknown as Pick<Real, 'open' | 'statfs'>
    const database = process.getBuiltinModule('node:sqlite').DatabaseSync.prototype
    const kept = globalThis as { realDisk?: Real }
    const real = (kept.realDisk ??= { open: files.open, statfs: files.statfs, exec: database.exec })
    const full = (code: string): Error => Object.assign(new Error('The disk is full.'), { code, errcode: 13 })
    const refuse = (): Promise<never> => Promise.reject(full('ENOSPC'))
    files.open = async (...given) => {
      const handle = await real.open(...given)
      const isRefused = refused === 'results' && String(given[0]).includes('.part')
      return isRefused ? Object.assign(handle, { write: refuse, writev: refuse, writeFile: refuse }) : handle
    }
    files.statfs = refused === null ? real.statfs : () => Promise.resolve({ bavail: 0, bsize: 4096 })
    database.exec = function (sql) {
      if (refused === 'journal' && sql === 'COMMIT') throw full('ERR_SQLITE_ERROR')
      real.exec.call(this, sql)
    }
    process.getBuiltinModule('node:module').syncBuiltinESMExports()
  }, whatIsRefused)
}

async function compose(prompt: string): Promise<void> {
  await openForm(page, 'Image generator')
  await page.getByRole('textbox', { name: 'Prompt' }).fill(prompt)
}
const make = () => page.getByRole('button', { name: /^Generate image/ }).click()
const phases = async () => (await tasksOf(page)).map(({ phase }) => phase)
const charges = (): number => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length

test('a full library disk is reported once, and the result is saved automatically once there is space', async () => {
  await simulateFullDisk('results')
  await compose('A celadon vase')
  await make()
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The disk with the library folder is full' })
  await expect(banner).toHaveCount(1, { timeout: 30_000 })
  await expect(banner).toContainText('The result of 1 task is safe with the service. Saving resumes once there’s space.')
  await expect(page.getByRole('article', { name: 'A celadon vase' }).getByText('Save pending')).toBeVisible()
  expect([await phases(), charges()]).toEqual([['collecting'], 1])
  await expectAccessible(page)

  await simulateFullDisk(null)
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done'])
  await expect(banner).toHaveCount(0)
  expect(charges()).toBe(1)
})

test('a full data disk is reported, and nothing is sent until there is space', async () => {
  await compose('A celadon vase')
  await simulateFullDisk('journal')
  await make()
  await expect(page.getByText('Kiln couldn’t save to its data folder, so nothing was sent or charged.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A celadon vase')
  expect([await phases(), fixture.service.calls().filter(({ on }) => on === 'submit')]).toEqual([[], []])
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The disk with Kiln’s data folder is full' })
  await expect(banner).toContainText('Free up space. Everything then resumes automatically.')
  await expectAccessible(page)

  await simulateFullDisk(null)
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Gallery', exact: true }).click()
  await openForm(page, 'Image generator')
  await make()
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done'])
  expect(charges()).toBe(1)
})
