import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openBench, openForm, tasksOf, type Bench } from './open-window.ts'

let bench: Bench
let page: Bench['kiln']['page']

test.beforeEach(async () => {
  bench = await openBench({ results: 'tiny' })
  page = bench.kiln.page
  await connect(page, bench.service.url, bench.service.apiKey)
})
test.afterEach(async () => bench.close())

/** From now on the app's disk takes no byte of a result, or no transaction of the journal; null: it has room again. */
async function fillDisk(whatIsRefused: 'results' | 'journal' | null): Promise<void> {
  await bench.kiln.app.evaluate((_electron, refused) => {
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
const make = () => page.getByRole('button', { name: /^Make a picture/ }).click()
const phases = async () => (await tasksOf(page)).map(({ phase }) => phase)
const charges = (): number => bench.service.ledger().filter(({ kind }) => kind === 'charge').length

test('a disk that is full for results: said once, the result waits, and is saved by itself when there is room', async () => {
  await fillDisk('results')
  await compose('A celadon vase')
  await make()
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The disk of the library folder is full' })
  await expect(banner).toHaveCount(1, { timeout: 30_000 })
  await expect(banner).toContainText('The result of 1 task waits; it is safe at the service, and saved as soon as there is room.')
  await expect(page.getByRole('article', { name: 'A celadon vase' }).getByText('Waits to be saved')).toBeVisible()
  expect([await phases(), charges()]).toEqual([['collecting'], 1])
  await expectAccessible(page)

  await fillDisk(null)
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done'])
  await expect(banner).toHaveCount(0)
  expect(charges()).toBe(1)
})

test('a disk that is full for the journal: nothing is sent, that is said, and the same press sends it once there is room', async () => {
  await compose('A celadon vase')
  await fillDisk('journal')
  await make()
  await expect(
    page.getByText('This could not be written down on this computer, so it was not sent. Nothing was spent.').first()
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A celadon vase')
  expect([await phases(), bench.service.calls().filter(({ on }) => on === 'submit')]).toEqual([[], []])
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Queue/ })
    .click()
  const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'The disk of Kiln’s data folder is full' })
  await expect(banner).toContainText('Make room; everything then goes on by itself.')
  await expectAccessible(page)

  await fillDisk(null)
  await expect(banner).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Gallery' }).click()
  await openForm(page, 'Image generator')
  await make()
  await expect.poll(phases, { timeout: 30_000 }).toEqual(['done'])
  expect(charges()).toBe(1)
})
