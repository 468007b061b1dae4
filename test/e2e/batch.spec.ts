import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import {
  stubOpenDialogs,
  connect,
  expectAccessible,
  openAppFixture,
  openForm,
  tasksOf,
  type AppFixture,
  pathOfResult
} from './open-window.ts'

let fixture: AppFixture
test.afterEach(async () => fixture.close())

/** Returns a CSV table with a header and 30 rows. Rows 7, 15 and 28 are invalid, each in a different way. */
function thirtyRows(): string {
  const lines = Array.from({ length: 30 }, (_, place) => {
    const row = place + 2
    if (row === 7) return `"A vase, row ${row}",1024*1024,seven`
    if (row === 15) return `"A bowl, row ${row}",99*99,15`
    if (row === 28) return `A jar,1024*1024,28,surplus`
    return `"A vase, row ${row}",1024*1024,${row}`
  })
  return ['Prompt,Size,Seed', ...lines].join('\r\n')
}

async function openBatch(page: Page, form: string): Promise<void> {
  await openForm(page, form)
  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('dialog', { name: /^Batch/ }).waitFor()
}

/** Drops a local file on the window. */
async function dropFile(page: Page, path: string): Promise<void> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.id = 'hand'
    document.body.append(input)
  })
  await page.setInputFiles('#hand', path)
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('#hand')
    const data = new DataTransfer()
    for (const file of input?.files ?? []) data.items.add(file)
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    input?.remove()
  })
}

function charges(): number {
  return fixture.service.ledger().filter((entry) => entry.kind === 'charge').length
}

async function doneOf(page: Page): Promise<number> {
  return (await tasksOf(page)).filter(({ phase }) => phase === 'done').length
}

test('a table with 3 invalid rows of 30 ends with 27 charges and 27 results, even after a kill', async () => {
  test.setTimeout(180_000)
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.4 })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openBatch(page, 'Image generator 3.0')

  const table = join(fixture.folder, 'spring.csv')
  await writeFile(table, thirtyRows())
  await stubOpenDialogs(app, [table])
  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByRole('button', { name: 'Choose a table…' }).click()
  await expect(page.getByRole('heading', { name: '27 of 30 rows can be sent' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Field for “Seed”' })).toHaveValue('seed')
  await page.getByRole('button', { name: 'Show reasons' }).click()
  const bad = page.getByRole('group', { name: 'Rows that can’t be sent' }).getByRole('listitem')
  await expect(bad).toHaveText([/Row 7.*“Seed” can’t be “seven”/, /Row 15.*“Size” can’t be “99\*99”/, /Row 28.*4 cells/])
  await expectAccessible(page)

  // A cell is edited by keyboard, for this batch only. Undoing restores the file's cell.
  await page.getByRole('textbox', { name: 'Size, Row 15' }).fill('1024*1024')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '28 of 30 rows can be sent' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seed, Row 7' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo changes' }).press('Enter')
  await expect(page.getByRole('heading', { name: '27 of 30 rows can be sent' })).toBeVisible()
  expect(await readFile(table, 'utf8')).toBe(thirtyRows())

  // Nothing is sent before the user confirms skipping the three rows.
  const go = page.getByRole('button', { name: /^Generate 27 images/ })
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('switch', { name: 'Skip these 3 rows' }).click()
  await expect(go).toHaveText(/270 credits/)
  await go.click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(async () => (await tasksOf(page)).length).toBe(27)

  // Kills the app once the service has charged about half of the 27 tasks. The app runs at most 16 rows at once.
  await expect.poll(charges, { intervals: [20], timeout: 60_000 }).toBeGreaterThanOrEqual(13)
  const before = charges()
  expect(before).toBeLessThan(27)
  const again = await fixture.killAndStart()
  await expect.poll(async () => doneOf(again), { timeout: 90_000 }).toBe(27)
  expect(charges()).toBe(27)
  expect(fixture.service.tasks()).toHaveLength(27)
  const results = (await tasksOf(again)).flatMap((task) => task.results)
  const paths = await Promise.all(results.map(async (result) => pathOfResult(again, result)))
  expect(new Set(paths).size).toBe(27)
  await Promise.all(results.map(async ({ bytes }, place) => expect((await stat(paths[place] ?? '')).size).toBe(bytes)))

  await again.getByRole('navigation').getByText('Queue').click()
  await expect(again.getByRole('button', { name: /^Batch: 27 rows from spring\.csv\. All 27 done/ })).toBeVisible()
})

test('a batch is stopped, resumed and partly cancelled in its row of the queue', async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.6 })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a quiet vase')
  await page.getByRole('button', { name: 'Batch…' }).click()

  // From here until Generate is pressed, the test uses only the keyboard.
  await expect(page.getByRole('textbox', { name: 'Number of tasks' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('40')
  await expect(page.getByRole('button', { name: /^Generate 40 images/ })).toHaveText(/400 credits/)
  await page.getByRole('button', { name: /^Generate 40 images/ }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('navigation').getByText('Queue').click()

  const row = page.getByRole('article', { name: '40 × a quiet vase' })
  await row.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(row.getByText('Stopped', { exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: 'Resume', exact: true })).toBeVisible()
  await expectAccessible(page)
  // The context menu opens with the keyboard too. It also contains Resume.
  const menu = page.getByRole('menu', { name: 'Actions' })
  const name = row.getByRole('button', { name: /^Batch: 40 × a quiet vase/ })
  await name.focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem')).toHaveText(['Show tasks', 'Resume', /^Cancel \d+ unsent tasks?$/])
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(name).toBeFocused()
  const waiting = () => tasksOf(page).then((tasks) => tasks.filter(({ phase }) => phase === 'queued').length)
  const held = await waiting()
  expect(held).toBeGreaterThan(0)
  await expect.poll(async () => doneOf(page), { timeout: 60_000 }).toBe(40 - held)
  expect(charges()).toBe(40 - held)

  await row.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(waiting).toBeLessThan(held)
  await row.getByRole('button', { name: /^Batch: 40 × a quiet vase/ }).click()
  await expect(page.getByRole('article', { name: 'a quiet vase', exact: true }).first()).toBeVisible()
  await row.getByRole('button', { name: 'Stop', exact: true }).click()
  await row.getByRole('button', { name: /^Cancel \d+ unsent tasks?$/ }).click()
  await expect.poll(waiting).toBe(0)
  await expect
    .poll(async () => (await tasksOf(page)).every(({ phase }) => phase === 'done' || phase === 'cancelled'), { timeout: 60_000 })
    .toBe(true)
  expect(charges()).toBe(await doneOf(page))
})

test('a folder and a grid become rows, and an invalid file is listed', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('glaze it')
  await page.getByRole('button', { name: 'Batch…' }).click()

  const photos = join(fixture.folder, 'photos')
  await mkdir(photos)
  for (const [name, width] of [
    ['vase 2.png', 640],
    ['vase 10.png', 640],
    ['tiny.png', 100]
  ] as const) {
    await sharp({ create: { width, height: width, channels: 3, background: 'teal' } }).toFile(join(photos, name))
  }
  await stubOpenDialogs(app, [photos])
  await page.getByRole('tab', { name: 'Folder' }).click()
  await page.getByRole('button', { name: 'Choose a folder…' }).click()
  await expect(page.getByRole('heading', { name: '2 of 3 files can be sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Show reasons' }).click()
  await expect(page.getByRole('group', { name: 'Rows that can’t be sent' }).getByRole('listitem')).toHaveText(/tiny\.png.*384 pixels/)

  // Rejected rows can be saved with their reasons.
  const saved = join(fixture.folder, 'left out.csv')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, saved)
  await page.getByRole('button', { name: 'Save error list…' }).click()
  await expect.poll(() => readFile(saved, 'utf8').catch(() => '')).toMatch(/^\ufeffRow,Reason\r\ntiny\.png,.*384 pixels/)

  // A table dropped on the window is opened by the batch dialog, not by the form beneath.
  const table = join(fixture.folder, 'dropped.csv')
  await writeFile(table, 'Prompt\na jar\na plate\n')
  await dropFile(page, table)
  await expect(page.getByRole('tab', { name: 'Table' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: '2 rows, all ready to send' })).toBeVisible()

  await page.getByRole('tab', { name: 'Table' }).press('End')
  await expect(page.getByRole('tab', { name: 'Grid' })).toBeFocused()
  await page.getByRole('button', { name: 'Choose a field' }).click()
  await page.getByRole('combobox', { name: 'Field to vary' }).selectOption({ label: 'Prompt' })
  await page.getByRole('textbox', { name: 'Values' }).fill('a vase\na bowl')
  await page.getByRole('button', { name: 'Add another field' }).click()
  await page.getByRole('combobox', { name: 'Field to vary' }).nth(1).selectOption({ label: 'Size' })
  for (const size of ['1024 × 1024', '1152 × 768', '768 × 1152']) await page.getByRole('button', { name: size, exact: true }).click()
  await expect(page.getByRole('heading', { name: '6 rows, all ready to send' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Generate 6 images/ }).dblclick()
  await expect.poll(async () => doneOf(page), { timeout: 40_000 }).toBe(6)
  expect(charges()).toBe(6)
})

for (const by of ['mouse', 'keyboard'] as const) {
  test(`an unreadable table disables the batch of the previous table, by ${by}`, async () => {
    fixture = await openAppFixture({ results: 'tiny' })
    const { page, app } = fixture.kiln
    await connect(page, fixture.service.url, fixture.service.apiKey)
    await openBatch(page, 'Image generator 3.0')
    const press = async (name: string | RegExp, role: 'button' | 'tab' = 'button') => {
      const control = page.getByRole(role, { name })
      if (by === 'mouse') return control.click()
      await control.focus()
      return page.keyboard.press('Enter')
    }
    const fine = join(fixture.folder, 'fine.csv')
    const torn = join(fixture.folder, 'torn.csv')
    await writeFile(fine, 'Prompt\na jar\na plate\n')
    await writeFile(torn, 'Prompt\n"a jar\n')
    await press('Table', 'tab')
    await stubOpenDialogs(app, [fine])
    await press('Choose a table…')
    await expect(page.getByRole('heading', { name: '2 rows, all ready to send' })).toBeVisible()

    await stubOpenDialogs(app, [torn])
    await press('Choose another…')
    const keep = page.getByRole('button', { name: 'Keep previous rows' })
    await expect(keep).toBeVisible()
    await expect(page.getByRole('button', { name: /^Generate 2 images/ })).toHaveCount(0)
    const go = page.getByRole('button', { name: /^Generate/ })
    await expect(go).toHaveAttribute('aria-disabled', 'true')
    if (by === 'mouse') await go.click({ force: true })
    else await go.press('Enter')
    expect(await tasksOf(page)).toEqual([])

    await press('Keep previous rows')
    await expect(page.getByRole('heading', { name: '2 rows, all ready to send' })).toBeVisible()
    await press(/^Generate 2 images/)
    await expect.poll(async () => doneOf(page), { timeout: 40_000 }).toBe(2)
    expect(charges()).toBe(2)
  })
}
