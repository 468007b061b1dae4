import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import sharp from 'sharp'
import { stubOpenDialogs, connect, expectAccessible, openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

const title = 'Image generator 3.0'
let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

async function answerSaveDialog(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
}

/** Submits prompts through the main process, oldest first. */
async function sendPrompts(page: Page, ...prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts) {
    const outcome = await page.evaluate(
      (text) => window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt: text } }),
      prompt
    )
    expect(outcome.ok).toBe(true)
  }
}

/** Fills in a form with an image and a seed, but without a prompt. Returns the image's path. */
async function chooseVase(page: Page): Promise<string> {
  const photo = join(fixture.folder, 'vase.png')
  await sharp({ create: { width: 900, height: 700, channels: 3, background: '#b9a58c' } }).toFile(photo)
  await openForm(page, title)
  await page.getByRole('radio', { name: 'Edit images' }).click()
  await stubOpenDialogs(fixture.kiln.app, [photo])
  await page
    .getByRole('button', { name: /browse/i })
    .first()
    .click()
  await expect(page.getByText('900 × 700')).toBeVisible()
  await page.getByRole('textbox', { name: 'Seed' }).fill('4711')
  return photo
}

test('a form is restored after a kill while typing, and a missing file is named', async () => {
  const { page } = fixture.kiln
  const photo = await chooseVase(page)
  await page.getByRole('textbox', { name: 'Prompt' }).pressSequentially('Put image 1 on the stairs')
  // Waits until the main process returns the complete draft, because a kill may lose the last keystrokes.
  await expect
    .poll(async () => {
      const kept = await page.evaluate(() => window.kiln.request('workspace.openDraft', { capability: 'imgmodel-3-0-image-generator' }))
      return kept.ok ? kept.value?.form.values['prompt'] : null
    })
    .toBe('Put image 1 on the stairs')

  const again = await fixture.killAndStart()
  await openForm(again, title)
  await expect(again.getByRole('radio', { name: 'Edit images' })).toBeChecked()
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText(/Put\s*image 1\s*on the stairs/)
  await expect(again.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
  await expect(again.getByRole('button', { name: 'Lock seed', pressed: true })).toBeVisible()
  await expect(again.getByRole('img', { name: 'vase.png' })).toBeVisible()
  await expect(again.getByText('900 × 700')).toBeVisible()
  await expect(again.getByRole('button', { name: /^Generate.*11 credits/ })).toBeVisible()
  await expectAccessible(again)

  await rename(photo, `${photo}.away`)
  const third = await fixture.killAndStart()
  await openForm(third, title)
  await expect(third.getByText('“vase.png” can’t be found. Choose it again.').first()).toBeVisible()
  await expect(third.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
  await expectAccessible(third)

  await third.getByRole('button', { name: 'Reset form' }).click()
  await expect(third.getByRole('textbox', { name: 'Seed' })).toHaveValue('')
  await third.getByRole('button', { name: 'Undo' }).click()
  await expect(third.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
})

test('text typed just before quitting is saved', async () => {
  const { page } = fixture.kiln
  await openForm(page, title)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('the last word')
  await fixture.kiln.app.close()
  const again = await fixture.start()
  await openForm(again, title)
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText('the last word')
})

for (const event of ['query-session-end', 'session-end'] as const)
  test(`text typed just before Windows ends the session is saved (${event})`, async () => {
    const { page, app } = fixture.kiln
    await openForm(page, title)
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A vase at the very end')
    const main = app.process()
    const gone = once(main, 'exit')
    const isDelayed = await app.evaluate(({ BrowserWindow }, name) => {
      let isPrevented = false
      const details = { reasons: ['logoff'], preventDefault: () => (isPrevented = true) }
      // Emits the event in code, because only Windows sends session events.
      ;(BrowserWindow.getAllWindows()[0] as NodeJS.EventEmitter | undefined)?.emit(name, details)
      return isPrevented
    }, event)
    expect(isDelayed).toBe(event === 'query-session-end')
    await gone
    expect(main.exitCode).toBe(0)
    const again = await fixture.start()
    await openForm(again, title)
    await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText('A vase at the very end')
  })

test('presets are saved, applied with undo, renamed, deleted, exported and imported, also by keyboard', async () => {
  const { page, app } = fixture.kiln
  const file = join(fixture.folder, 'presets.json')
  const presets = page.getByRole('dialog', { name: 'Presets' })
  const open = async (): Promise<void> => page.getByRole('button', { name: 'Presets' }).click()
  await openForm(page, title)
  await page.getByRole('radio', { name: '16:9' }).click()
  await page.getByRole('radio', { name: '2', exact: true }).click()
  await open()
  await expectAccessible(page)
  await presets.getByRole('textbox', { name: 'Preset name' }).fill('Wide pair')
  await page.keyboard.press('Enter')
  await expect(presets.getByRole('button', { name: /^Wide pair/ })).toBeVisible()

  // Kiln asks for confirmation if the name already exists.
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: '3', exact: true }).click()
  await open()
  await presets.getByRole('textbox', { name: 'Preset name' }).fill('wide PAIR')
  await page.keyboard.press('Enter')
  await expect(presets.getByText('A preset with this name already exists.')).toBeVisible()
  await expectAccessible(page)
  await presets.getByRole('button', { name: 'Replace' }).click()
  await expect(presets.getByRole('button', { name: /^wide PAIR/ })).toBeVisible()
  const replaced = page.getByRole('listitem').filter({ hasText: '“wide PAIR” updated' })
  await expect(replaced.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Applies a preset by keyboard. The current form stays open, and the change can be undone.
  await page.getByRole('button', { name: 'Reset form' }).click()
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

  // Exports the presets to a file. Then imports the file with one valid and one invalid preset added.
  await open()
  await answerSaveDialog(app, file)
  await presets.getByRole('button', { name: 'Export…' }).click()
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('wide PAIR')
  const written = JSON.parse(await readFile(file, 'utf8')) as { presets: object[] }
  const more = [{ ...written.presets[0], name: 'Added by you' }, { name: 'Torn' }]
  await writeFile(file, JSON.stringify({ ...written, presets: [...written.presets, ...more] }))
  await stubOpenDialogs(app, [file])
  await presets.getByRole('button', { name: 'Import…' }).click()
  await expect(presets.getByText('1 preset imported, 1 duplicate skipped')).toBeVisible()
  await expect(presets.getByText(/“Torn” was skipped/)).toBeVisible()
  await expectAccessible(page)

  // Renames a preset with F2, deletes it with Delete and restores it.
  await presets.getByRole('textbox', { name: 'Search presets' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('F2')
  await page.keyboard.type('not meant')
  await page.keyboard.press('Escape')
  await expect(presets.getByRole('button', { name: /^Added by you/ })).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await expect(presets.getByRole('button', { name: /^Renamed/ })).toBeVisible()
  await presets.getByRole('button', { name: /^Renamed/ }).focus()
  await page.keyboard.press('Delete')
  await expect(presets.getByRole('button', { name: /^Renamed/ })).toBeHidden()
  await expect(presets.getByText('“Renamed” deleted.')).toBeVisible()
  await expectAccessible(page)
  await presets.getByRole('button', { name: 'Undo' }).click()
  await expect(presets.getByRole('button', { name: /^Renamed/ })).toBeVisible()
  const again = await fixture.killAndStart()
  await openForm(again, title)
  await again.getByRole('button', { name: 'Presets' }).click()
  await expect(again.getByRole('dialog', { name: 'Presets' }).getByRole('listitem')).toHaveCount(2)
})

test('a preset that no longer fits the contract shows the reason, and is adapted when it is applied', async () => {
  const { page } = fixture.kiln
  await openForm(page, title)
  await page.getByRole('textbox', { name: 'Seed' }).fill('7')
  await page.getByRole('radio', { name: '2', exact: true }).click()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('textbox', { name: 'Preset name' }).fill('Old')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Old/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reset form' }).click()
  fixture.service.contract.move([
    { kind: 'remove-field', capability: 'imgmodel-3-0-image-generator', field: 'imageNum' },
    { kind: 'set-field', capability: 'imgmodel-3-0-image-generator', field: 'seed', schema: { type: 'string', title: 'Seed word' } }
  ])
  await page.evaluate(() => window.kiln.request('contract.checkAgain', undefined))
  await expect(page.getByRole('textbox', { name: 'Seed word' })).toBeVisible()
  await page.getByRole('button', { name: 'Presets' }).click()
  const old = page.getByRole('dialog', { name: 'Presets' }).getByRole('button', { name: /^Old/ })
  await expect(old).toContainText('“Image num” can’t be kept')
  await expect(old).toContainText('1 more problem.')
  await expectAccessible(page)
  await old.click()
  await expect(page.getByRole('textbox', { name: 'Seed word' })).toHaveValue('7')
  await expect(page.getByRole('region', { name: 'No longer accepted' })).toContainText('2')
})

test('the prompt history is browsed with arrow keys and searched, and entries are deleted', async () => {
  const { page } = fixture.kiln
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
  await page.getByRole('listitem').filter({ hasText: 'Prompt inserted' }).getByRole('button', { name: 'Undo' }).click()
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
  // The history survives a restart and covers all capabilities.
  const again = await fixture.killAndStart()
  await openForm(again, 'Image generator')
  await again.getByRole('button', { name: 'Prompt history' }).click()
  await expect(again.getByRole('dialog', { name: 'Prompt history' }).getByRole('listitem')).toHaveText([
    /A paper flower/,
    /Dunes at first light/
  ])
})

test('the last sent values are restored, and an unreadable workspace is reported and blocks nothing', async () => {
  const { page } = fixture.kiln
  await openForm(page, title)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('radio', { name: '16:9' }).click()
  await page.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(() => fixture.service.tasks().length).toBe(1)
  await page.getByRole('button', { name: 'Reset form' }).click()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('button', { name: /^Last sent values/ }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A celadon vase')
  await expect(page.getByRole('radio', { name: '16:9' })).toBeChecked()

  await fixture.kiln.kill()
  const workspacePath = join(fixture.folder, 'data', 'desk.sqlite')
  // Also deletes the write-ahead log, because SQLite could recover the database from the log.
  await rm(`${workspacePath}-wal`, { force: true })
  await writeFile(workspacePath, 'no database at all '.repeat(300))
  const again = await fixture.start()
  await expect(again.getByText('Drafts and presets couldn’t be read. Kiln starts without them.').first()).toBeVisible()
  await openForm(again, title)
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText('')
  await again.getByRole('textbox', { name: 'Prompt' }).fill('all the same')
  await again.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(() => fixture.service.tasks().length).toBe(2)
})

test('Remix fills the form with an earlier task’s values, files and seed, and can be undone', async () => {
  const { page } = fixture.kiln
  await chooseVase(page)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Give it a blue glaze')
  await page.getByRole('button', { name: /^Generate.*11 credits/ }).click()
  await expect(page.getByRole('button', { name: 'Open Give it a blue glaze, 1' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Reset form' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Another thought')

  await page.getByRole('button', { name: 'Open Give it a blue glaze, 1' }).click()
  await page.getByRole('button', { name: 'Remix' }).click()
  await page.getByRole('main', { name: title }).waitFor()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('Give it a blue glaze')
  await expect(page.getByRole('img', { name: 'vase.png' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Seed' })).toHaveValue('4711')
  await expect(page.getByRole('button', { name: 'Lock seed', pressed: true })).toBeVisible()
  await page.getByRole('listitem').filter({ hasText: 'Form filled in' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('Another thought')
})

test('a task sent from a remixed result comes from it, also after a restart, until the form is reset', async () => {
  const { page } = fixture.kiln
  const form = 'Image generator'
  await openForm(page, form)
  await sendPrompts(page, 'a clay bowl')
  await page.getByRole('button', { name: 'Open a clay bowl, 1' }).click({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Remix' }).click()
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('a clay bowl')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a glazed bowl')
  await fixture.kiln.app.close()

  const again = await fixture.start()
  await openForm(again, form)
  await again.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(async () => (await tasksOf(again)).length).toBe(2)
  const [remix, first] = await tasksOf(again)
  expect(remix).toMatchObject({ from: [{ item: first?.results[0]?.id, how: 'remix' }], askedBy: 'person' })

  await again.getByRole('button', { name: 'Reset form' }).click()
  await again.getByRole('textbox', { name: 'Prompt' }).fill('a jug')
  await again.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(async () => (await tasksOf(again)).length).toBe(3)
  expect((await tasksOf(again))[0]).toMatchObject({ from: [] })
})
