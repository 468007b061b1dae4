import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import sharp from 'sharp'
import { answerOpenDialog, connect, expectAccessible, openBench, openForm, type Bench } from './open-window.ts'

const title = 'Image generator 3.0'
let bench: Bench

test.beforeEach(async () => {
  bench = await openBench({ results: 'tiny' })
  await connect(bench.kiln.page, bench.service.url, bench.service.apiKey)
})
test.afterEach(async () => bench.close())

async function answerSaveDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
}

/** Sends prompts, oldest first, straight to main. */
async function sendPrompts(page: Page, ...prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) {
    const outcome = await page.evaluate(
      (text) => window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: text } }),
      prompt
    )
    expect(outcome.ok).toBe(true)
  }
}

/** A form with a picture and a seed, whose prompt is still empty. @returns where the picture lies. */
async function chooseVase(page: Page): Promise<string> {
  const photo = join(bench.folder, 'vase.png')
  await sharp({ create: { width: 900, height: 700, channels: 3, background: '#b9a58c' } }).toFile(photo)
  await openForm(page, title)
  await page.getByRole('radio', { name: 'Edit images' }).click()
  await answerOpenDialog(bench.kiln.app, [photo])
  await page
    .getByRole('button', { name: /browse/i })
    .first()
    .click()
  await expect(page.getByText('900 × 700')).toBeVisible()
  await page.getByRole('textbox', { name: 'Seed' }).fill('4711')
  return photo
}

test('a form is as it was when the app is killed while one types, and a file that is gone is said by its name', async () => {
  const { page } = bench.kiln
  const photo = await chooseVase(page)
  await page.getByRole('textbox', { name: 'Prompt' }).pressSequentially('Put image 1 on the stairs')
  // A moment is what may be lost: what is kept is known when main says so.
  await expect
    .poll(async () => {
      const kept = await page.evaluate(() => window.kiln.request('desk.openDraft', { capability: 'imgmodel-3-0-image-generator' }))
      return kept.ok ? kept.value?.form.values['prompt'] : null
    })
    .toBe('Put image 1 on the stairs')

  const again = await bench.killAndStart()
  await openForm(again, title)
  await expect(again.getByRole('radio', { name: 'Edit images' })).toBeChecked()
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText(/Put\s*image 1\s*on the stairs/)
  await expect(again.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
  await expect(again.getByRole('button', { name: 'Seed is kept' })).toBeVisible()
  await expect(again.getByRole('img', { name: 'vase.png' })).toBeVisible()
  await expect(again.getByText('900 × 700')).toBeVisible()
  await expect(again.getByRole('button', { name: /^Make.*11 credits/ })).toBeVisible()
  await expectAccessible(again)

  await rename(photo, `${photo}.away`)
  const third = await bench.killAndStart()
  await openForm(third, title)
  await expect(third.getByText('“vase.png” is not where it was. Choose it again.').first()).toBeVisible()
  await expect(third.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
  await expectAccessible(third)

  // Starting anew can be undone, and is kept like everything else.
  await third.getByRole('button', { name: 'Start anew' }).click()
  await expect(third.getByRole('textbox', { name: 'Seed' })).toHaveValue('')
  await third.getByRole('button', { name: 'Undo' }).click()
  await expect(third.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
})

test('what was typed in the last moment before quitting is there, too', async () => {
  const { page } = bench.kiln
  await openForm(page, title)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('the last word')
  await bench.kiln.app.close()
  const again = await bench.start()
  await openForm(again, title)
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText('the last word')
})

test('presets are kept, applied with undo, renamed, deleted, exported and imported, all by keyboard where one likes', async () => {
  const { page, app } = bench.kiln
  const file = join(bench.folder, 'presets.json')
  const presets = page.getByRole('dialog', { name: 'Presets' })
  const open = async (): Promise<void> => page.getByRole('button', { name: 'Presets' }).click()
  await openForm(page, title)
  await page.getByRole('radio', { name: '16:9' }).click()
  await page.getByRole('radio', { name: '2', exact: true }).click()
  await open()
  await expectAccessible(page)
  await presets.getByRole('textbox', { name: 'Name for the present values' }).fill('Wide pair')
  await page.keyboard.press('Enter')
  await expect(presets.getByRole('button', { name: /^Wide pair/ })).toBeVisible()

  // A name that is taken is asked about.
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '3', exact: true }).click()
  await open()
  await presets.getByRole('textbox', { name: 'Name for the present values' }).fill('wide PAIR')
  await page.keyboard.press('Enter')
  await expect(presets.getByText('There is a preset of this name.')).toBeVisible()
  await expectAccessible(page)
  await presets.getByRole('button', { name: 'Replace' }).click()
  await expect(presets.getByRole('button', { name: /^wide PAIR/ })).toBeVisible()
  const replaced = page.getByRole('listitem').filter({ hasText: '“wide PAIR” has other values now' })
  await expect(replaced.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Applied by keyboard: what is worked on stays, and it can be undone.
  await page.getByRole('button', { name: 'Start anew' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A bowl')
  await page.getByRole('button', { name: 'Presets' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('pair')
  await expect(presets.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(presets).toBeHidden()
  await expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A bowl')
  await page.getByRole('listitem').filter({ hasText: '“wide PAIR” applied' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('radio', { name: '1', exact: true })).toBeChecked()

  // Out to a file, with a bad entry beside the good ones in again.
  await open()
  await answerSaveDialog(app, file)
  await presets.getByRole('button', { name: 'Export…' }).click()
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('wide PAIR')
  const written = JSON.parse(await readFile(file, 'utf8')) as { presets: object[] }
  const more = [{ ...written.presets[0], name: 'From elsewhere' }, { name: 'Torn' }]
  await writeFile(file, JSON.stringify({ ...written, presets: [...written.presets, ...more] }))
  await answerOpenDialog(app, [file])
  await presets.getByRole('button', { name: 'Import…' }).click()
  await expect(presets.getByText('1 preset taken in, 1 was there already')).toBeVisible()
  await expect(presets.getByText(/“Torn” was left out/)).toBeVisible()
  await expectAccessible(page)

  // Renamed with F2, deleted with Delete, brought back.
  await presets.getByRole('textbox', { name: 'Search presets' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.keyboard.type('not meant')
  await page.keyboard.press('Escape')
  await expect(presets.getByRole('button', { name: /^From elsewhere/ })).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect(presets.getByRole('button', { name: /^Renamed/ })).toBeVisible()
  await presets.getByRole('button', { name: /^Renamed/ }).focus()
  await page.keyboard.press('Delete')
  await expect(presets.getByRole('button', { name: /^Renamed/ })).toBeHidden()
  await expect(presets.getByText('“Renamed” is deleted.')).toBeVisible()
  await expectAccessible(page)
  await presets.getByRole('button', { name: 'Undo' }).click()
  await expect(presets.getByRole('button', { name: /^Renamed/ })).toBeVisible()
  const again = await bench.killAndStart()
  await openForm(again, title)
  await again.getByRole('button', { name: 'Presets' }).click()
  await expect(again.getByRole('dialog', { name: 'Presets' }).getByRole('listitem')).toHaveCount(2)
})

test('a preset that does not fit the contract any more says why, and is mended when it is applied', async () => {
  const { page } = bench.kiln
  await openForm(page, title)
  await page.getByRole('textbox', { name: 'Seed' }).fill('7')
  await page.getByRole('radio', { name: '2', exact: true }).click()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('textbox', { name: 'Name for the present values' }).fill('Old')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Old/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Start anew' }).click()
  bench.service.contract.move([
    { kind: 'remove-field', capability: 'imgmodel-3-0-image-generator', field: 'imageNum' },
    { kind: 'set-field', capability: 'imgmodel-3-0-image-generator', field: 'seed', schema: { type: 'string', title: 'Seed word' } }
  ])
  await page.evaluate(() => window.kiln.request('contract.lookAgain', undefined))
  await expect(page.getByRole('textbox', { name: 'Seed word' })).toBeVisible()
  await page.getByRole('button', { name: 'Presets' }).click()
  const old = page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: /^Old/ })
  await expect(old).toContainText('“Image num” finds no place')
  await expect(old).toContainText('And 1 more.')
  await expectAccessible(page)
  await old.click()
  await expect(page.getByRole('textbox', { name: 'Seed word' })).toHaveValue('7')
  await expect(page.getByRole('region', { name: 'No longer taken' })).toContainText('2')
})

test('the prompt history is walked with the arrow keys, searched and thinned out', async () => {
  const { page } = bench.kiln
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await sendPrompts(page, 'Dunes at first light', 'A paper flower', 'Dunes at dusk')
  await openForm(page, title)
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('half a thought')
  await page.keyboard.press('ControlOrMeta+ArrowUp')
  await expect(prompt).toHaveText('Dunes at dusk')
  await page.keyboard.press('ControlOrMeta+ArrowUp')
  await expect(prompt).toHaveText('A paper flower')
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await expect(prompt).toHaveText('Dunes at dusk')
  await page.keyboard.press('ControlOrMeta+ArrowDown')
  await expect(prompt).toHaveText('half a thought')

  const history = page.getByRole('dialog', { name: 'Prompt history' })
  await page.getByRole('button', { name: 'Prompt history' }).focus()
  await page.keyboard.press('Enter')
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await page.keyboard.type('LIGHT dunes')
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(prompt).toHaveText('Dunes at first light')
  await expect(prompt).toBeFocused()
  await page.getByRole('listitem').filter({ hasText: 'Prompt taken' }).getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveText('half a thought')

  await page.getByRole('button', { name: 'Prompt history' }).click()
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByRole('button', { name: 'Undo' }).click()
  await expect(history.getByRole('listitem')).toHaveText([/Dunes at dusk/, /A paper flower/, /Dunes at first light/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  // It goes over a restart, and over capabilities.
  const again = await bench.killAndStart()
  await openForm(again, 'Image generator')
  await again.getByRole('button', { name: 'Prompt history' }).click()
  await expect(again.getByRole('dialog', { name: 'Prompt history' }).getByRole('listitem')).toHaveText([
    /A paper flower/,
    /Dunes at first light/
  ])
})

test('what was sent last comes back, and a desk that cannot be read is said and stands in nobody’s way', async () => {
  const { page } = bench.kiln
  await openForm(page, title)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('radio', { name: '16:9' }).click()
  await page.getByRole('button', { name: /^Make a picture/ }).click()
  await expect.poll(() => bench.service.tasks().length).toBe(1)
  await page.getByRole('button', { name: 'Start anew' }).click()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('button', { name: /^As last sent/ }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A celadon vase')
  await expect(page.getByRole('radio', { name: '16:9' })).toBeChecked()

  await bench.kiln.kill()
  const desk = join(bench.folder, 'data', 'desk.sqlite')
  // Without its log, from which the whole file could be had again.
  await rm(`${desk}-wal`, { force: true })
  await writeFile(desk, 'no database at all '.repeat(300))
  const again = await bench.start()
  await expect(again.getByText('Drafts and presets could not be read and start anew.').first()).toBeVisible()
  await openForm(again, title)
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText('')
  await again.getByRole('textbox', { name: 'Prompt' }).fill('all the same')
  await again.getByRole('button', { name: /^Make a picture/ }).click()
  await expect.poll(() => bench.service.tasks().length).toBe(2)
})

test('an earlier task fills the form again, files and seed with it, and what was typed meanwhile can be had back', async () => {
  const { page } = bench.kiln
  await chooseVase(page)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Give it a blue glaze')
  await page.getByRole('button', { name: /^Make.*11 credits/ }).click()
  await expect(page.getByRole('button', { name: 'Open Give it a blue glaze, 1' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Start anew' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Another thought')

  await page.getByRole('button', { name: 'Open Give it a blue glaze, 1' }).click()
  await page.getByRole('button', { name: 'Remix' }).click()
  await page.getByRole('main', { name: title }).waitFor()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('Give it a blue glaze')
  await expect(page.getByRole('img', { name: 'vase.png' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
  await expect(page.getByRole('button', { name: 'Seed is kept' })).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'Filled in again' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('Another thought')
})
