import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { deedNames } from '../../shared/menu.ts'
import { chooseRuntime } from '../runtime/which-runtime.ts'
import { answerOpenDialog, answerSaveDialog, expectAccessible, openBench, openForm, tasksOf, type Bench } from './open-window.ts'
import { callsTo } from './outside.ts'

test.skip(chooseRuntime() === 'electron', 'only the stand-in shows a menu without drawing it')

let bench: Bench

test.beforeEach(async () => {
  bench = await openBench()
  await bench.kiln.page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await bench.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => bench.close())

async function choose(id: string): Promise<void> {
  await bench.kiln.app.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted)
    if (item?.enabled !== true) throw new Error(`“${wanted}” can’t be chosen.`)
    item.click()
  }, id)
}

/** What the menu lets a person do with what is chosen. */
async function possible(): Promise<readonly string[]> {
  return bench.kiln.app.evaluate(
    ({ Menu }, names) => names.filter((name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.enabled === true),
    [...deedNames]
  )
}

/** What stands in the menu of the system that was opened last. */
async function openedMenu(): Promise<readonly string[]> {
  return bench.kiln.app.evaluate(({ Menu }) => {
    const { standInOpened } = Menu as unknown as { standInOpened: { items: readonly { label: string }[] } | null }
    return standInOpened?.items.map(({ label }) => label).filter(Boolean) ?? []
  })
}

async function make(page: Page, title: string): Promise<string> {
  const outcome = await page.evaluate(
    (prompt) => window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: { prompt } }),
    title
  )
  if (!outcome.ok) throw new Error(outcome.message)
  await expect.poll(async () => (await tasksOf(page)).find(({ id }) => id === outcome.value.id)?.phase, { timeout: 30_000 }).toBe('done')
  return outcome.value.id
}

test('the menu lets be done what can be done with what is chosen, and does it', async () => {
  const { page, app } = bench.kiln
  expect(await possible()).toEqual([])
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  const tile = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^a tall vase/ })
  await tile.click()
  await expect.poll(possible).toEqual(['useAsInput', 'saveAs', 'copy', 'copyPrompt', 'showInFolder', 'showTask', 'trash'])
  await answerSaveDialog(app, join(bench.folder, 'saved.png'))
  await choose('saveAs')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+R')
  await expect.poll(async () => (await callsTo(app, 'shell.showItemInFolder')).length).toBe(1)

  await page.keyboard.press('ControlOrMeta+2')
  await expect.poll(possible).toEqual([])
  await page.getByRole('button', { name: /^a tall vase/ }).click()
  await expect.poll(possible).toEqual(['open', 'sendAgain', 'copySupportBundle', 'hide'])
  await choose('hide')
  await expect.poll(async () => (await tasksOf(page)).length).toBe(0)
  await expect.poll(possible).toEqual([])
})

test('files that were opened are named as recent, open again, and are forgotten when asked', async () => {
  const { page, app } = bench.kiln
  const folder = join(bench.folder, 'photos')
  await mkdir(folder)
  const file = join(folder, 'a teal wall.png')
  await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .png()
    .toFile(file)
  await answerOpenDialog(app, [file])
  await page.keyboard.press('ControlOrMeta+o')
  const dialog = page.getByRole('dialog', { name: 'Use as input of…' })
  await dialog.getByText('a teal wall.png').waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const recent = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('recent-0')?.label ?? null)
  expect(await recent()).toBe('a teal wall.png')
  await choose('recent-0')
  await dialog.getByText('a teal wall.png').waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // So is the folder that they came from; the dialog begins there.
  const folderNamed = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('recent-folder-0')?.label ?? null)
  expect(await folderNamed()).toBe('photos')
  const asked = await app.evaluateHandle((electron, path) => {
    const wishes: { defaultPath?: string }[] = []
    electron.dialog.showOpenDialog = (...words: unknown[]) => {
      wishes.push(words.at(-1) as { defaultPath?: string })
      return Promise.resolve({ canceled: false, filePaths: [path] })
    }
    return wishes
  }, file)
  await choose('recent-folder-0')
  await dialog.getByText('a teal wall.png').waitFor()
  expect(await asked.evaluate((wishes) => wishes.map(({ defaultPath }) => defaultPath))).toEqual([folder])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await choose('clearRecent')
  expect(await recent()).toBeNull()
  expect(await folderNamed()).toBeNull()
})

test('a tile has a menu of its own: by the pointer, and by keyboard alone', async () => {
  const { page, app } = bench.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  const tile = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^a tall vase/ })
  const menu = page.getByRole('menu', { name: 'What can be done with it' })
  await tile.click({ button: 'right' })
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Open/,
    /^Use as input of…/,
    /^Save as…/,
    /^Copy the picture/,
    /^Copy the prompt/,
    /^Show in folder/,
    /^Show its task/,
    /^Move to the trash/
  ])
  await expect(tile).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  await tile.focus()
  await page.keyboard.press('ContextMenu')
  await expect(menu.getByRole('menuitem', { name: /^Open/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: /^Save as…/ })).toBeFocused()
  await answerSaveDialog(app, join(bench.folder, 'saved.png'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('a task has a menu of its own', async () => {
  const { page } = bench.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('button', { name: /^a tall vase/ }).focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'What can be done with it' })
  await expect(menu.getByRole('menuitem')).toHaveText(['Open', 'Change and send again', 'Copy support bundle', 'Hide'])
  await menu.getByRole('menuitem', { name: 'Open' }).click()
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('a tall vase')
})

test('what is looked at has a menu of its own, wherever the focus is; what it trashes comes back', async () => {
  const { page, app } = bench.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  await page
    .getByRole('grid', { name: 'Library' })
    .getByRole('gridcell', { name: /^a tall vase/ })
    .dblclick()
  const viewer = page.getByRole('main', { name: /^a tall vase/ })
  await viewer.getByRole('img', { name: 'a tall vase' }).waitFor()
  const menu = page.getByRole('menu', { name: 'What can be done with it' })
  const items = [
    'Remix',
    'Use as input of…',
    /^Save as…/,
    /^Copy the picture/,
    'Copy the prompt',
    /^Show in folder/,
    'Show its task in the queue',
    /^Move to the trash/
  ]
  await viewer.getByRole('img', { name: 'a tall vase' }).click({ button: 'right' })
  await expect(menu.getByRole('menuitem')).toHaveText(items)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  const back = viewer.getByRole('button', { name: 'Back' })
  await back.focus()
  for (const key of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(key)
    await expect(menu.getByRole('menuitem', { name: 'Remix' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(back).toBeFocused()
  }

  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Use as input of…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use as input of…' })
  await dialog.getByRole('combobox', { name: 'Use as input of' }).fill('removal')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await expect.poll(possible).toContain('trash')
  await choose('trash')
  await page.getByRole('heading', { name: 'Nothing made yet' }).waitFor()
  await expect.poll(possible).toEqual(['untrash'])
  await choose('untrash')
  await expect(page.getByRole('gridcell', { name: /^a tall vase/ })).toBeFocused()
  expect(await callsTo(app, 'shell.trashItem')).toEqual([])
})

test('a capability has a menu of its own, in which it becomes a favourite and gives away its link', async () => {
  const { page, app } = bench.kiln
  const menu = page.getByRole('menu', { name: 'What can be done with it' })
  const card = page.getByRole('grid', { name: 'Capabilities' }).getByRole('button', { name: 'Image generator 3.0', exact: true }).first()
  await card.focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open',
    'Add to the favourites',
    'Copy its name',
    'Copy its id',
    'Copy a link to it'
  ])
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Copy a link to it' }).click()
  await expect(menu).toHaveCount(0)
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('kiln://capability/imgmodel-3-0-image-generator')
  await card.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Add to the favourites' }).click()
  await expect(page.getByRole('button', { name: 'Favourite: Image generator 3.0' }).first()).toHaveAttribute('aria-pressed', 'true')
  await card.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Open' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
})

test('help leads to the connection check, diagnostics, the release notes and the licences', async () => {
  const { page } = bench.kiln
  for (const [id, name] of [
    ['connectionCheck', 'Connection'],
    ['diagnostics', 'Diagnostics']
  ] as const) {
    await choose(id)
    await expect(page.getByRole('region', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('region', { name, exact: true })).toBeInViewport()
  }
  await choose('releaseNotes')
  await expect(page.getByRole('group', { name: 'Changelog' }).getByRole('heading', { name: '0.1.0' })).toBeVisible()
  await choose('licences')
  const dialog = page.getByRole('dialog', { name: 'Licences' })
  await expect(dialog.getByText('Apache License').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('spelling is not checked, and no dictionary can be fetched, before a person wants it', async () => {
  const { page } = bench.kiln
  const checker = () =>
    bench.kiln.app.evaluate(({ session: { defaultSession } }) => ({
      isOn: defaultSession.isSpellCheckerEnabled(),
      languages: defaultSession.getSpellCheckerLanguages(),
      from: (defaultSession as unknown as { standInDictionaryUrl: string | null }).standInDictionaryUrl
    }))
  expect(await checker()).toMatchObject({ isOn: false, from: 'https://127.0.0.1:1/' })
  await page.keyboard.press('ControlOrMeta+,')
  const section = page.getByRole('region', { name: 'Spelling', exact: true })
  const sent = page.getByRole('list', { name: 'For spelling' })
  await expect(sent).toHaveText('For spelling nothing: it is not checked.')
  await section.getByRole('switch', { name: 'Check the spelling of prompts' }).click()
  const dictionaries = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
  await expect.poll(checker).toEqual({ isOn: true, languages: ['en-US'], from: dictionaries })
  await expect(sent).toContainText('once, to redirector.gvt1.com')

  await section.getByRole('button', { name: 'American English' }).click()
  const languages = page.getByRole('dialog', { name: 'Languages to check' })
  await languages.getByRole('combobox', { name: 'Languages to check' }).fill('germ')
  await languages.getByRole('option', { name: 'German', exact: true }).click()
  await expect.poll(checker).toEqual({ isOn: true, languages: ['en-US', 'de'], from: dictionaries })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(section.getByRole('button', { name: 'American English, German' })).toBeFocused()

  await bench.kiln.app.evaluate(({ session }) => session.defaultSession.emit('spellcheck-dictionary-download-failure', {}, 'de'))
  await expect(page.getByText('The dictionary of German could not be fetched')).toBeVisible()

  const again = await bench.killAndStart()
  await again.getByRole('main', { name: 'Gallery' }).waitFor()
  expect(await checker()).toEqual({ isOn: true, languages: ['en-US', 'de'], from: dictionaries })
})

test('text that is written has the menu of the system', async () => {
  const { page } = bench.kiln
  await openForm(page, 'Image generator 3.0')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('a tall vase')
  await prompt.click({ button: 'right' })
  await expect.poll(openedMenu).toEqual(['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Select all'])
  expect(await prompt.getAttribute('spellcheck')).not.toBe('false')
})
