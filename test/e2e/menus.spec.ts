import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { menuActionNames } from '../../shared/app/menu.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import {
  chooseDockMenuItem,
  chooseAppMenuItem,
  chooseVisibleMenuItem,
  closeMenu,
  hasMenuBar,
  readOpenMenuPosition,
  readOpenMenuLabels
} from './app-menu.ts'
import { eachPlatformTag, platformUnderTest, platformText } from './launch-kiln.ts'
import {
  stubOpenDialogs,
  stubSaveDialogs,
  expectAccessible,
  openAppFixture,
  openForm,
  tasksOf,
  type AppFixture,
  openSettingsPage
} from './open-window.ts'
import { nativeCallArguments } from './native-ui.ts'

test.skip(chooseRuntime() === 'electron', 'only the stand-in exposes open menus')

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await fixture.kiln.page.getByRole('button', { name: 'Try the practice service' }).click()
  await fixture.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => fixture.close())

const choose = (id: string): Promise<void> => chooseAppMenuItem(fixture.kiln, id)
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })

/** Returns the IDs of the action items that the app menu enables for the current selection. */
async function possible(): Promise<readonly string[]> {
  return fixture.kiln.app.evaluate(
    ({ Menu }, names) => names.filter((name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.enabled === true),
    [...menuActionNames]
  )
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

test('the menu enables and performs the actions of the current selection', eachPlatformTag, async () => {
  const { page, app } = fixture.kiln
  expect(await possible()).toEqual([])
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  const tile = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^a tall vase/ })
  await tile.click()
  await expect.poll(possible).toEqual(['remix', 'useAsInput', 'saveAs', 'copy', 'copyPrompt', 'showInFolder', 'showTask', 'trash'])
  await stubSaveDialogs(app, join(fixture.folder, 'saved.png'))
  await choose('saveAs')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+R')
  await expect.poll(async () => (await nativeCallArguments(app, 'shell.showItemInFolder')).length).toBe(1)

  await page.keyboard.press('ControlOrMeta+2')
  await expect.poll(possible).toEqual([])
  await page.getByRole('button', { name: /^a tall vase/ }).click()
  await expect.poll(possible).toEqual(['open', 'sendAgain', 'copySupportBundle', 'hide'])
  await choose('hide')
  await expect.poll(async () => (await tasksOf(page)).length).toBe(0)
  await expect.poll(possible).toEqual([])
})

test('opened files are listed as recent, can be opened again, and can be cleared', eachPlatformTag, async () => {
  const { page, app } = fixture.kiln
  const folder = join(fixture.folder, 'photos')
  await mkdir(folder)
  const file = join(folder, 'a teal wall.png')
  await sharp({ create: { width: 64, height: 48, channels: 3, background: 'teal' } })
    .png()
    .toFile(file)
  await stubOpenDialogs(app, [file])
  await page.keyboard.press('ControlOrMeta+o')
  const dialog = page.getByRole('dialog', { name: 'Use as input for…' })
  await dialog.getByText('a teal wall.png').waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const recent = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('recent-0')?.label ?? null)
  expect(await recent()).toBe('a teal wall.png')
  await choose('recent-0')
  await dialog.getByText('a teal wall.png').waitFor()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // The files' folder is also listed as recent. Choosing it opens the file dialog in that folder.
  const folderNamed = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('recent-folder-0')?.label ?? null)
  expect(await folderNamed()).toBe('photos')
  const asked = await app.evaluateHandle((electron, path) => {
    const dialogOptions: Electron.OpenDialogOptions[] = []
    electron.dialog.showOpenDialog = (...words: unknown[]) => {
      dialogOptions.push(words.at(-1) as Electron.OpenDialogOptions)
      return Promise.resolve({ canceled: false, filePaths: [path] })
    }
    return dialogOptions
  }, file)
  await choose('recent-folder-0')
  await dialog.getByText('a teal wall.png').waitFor()
  // macOS sheets show the message instead of the title.
  expect(await asked.evaluate((dialogOptions) => dialogOptions.map(({ defaultPath, message }) => [defaultPath, message]))).toEqual([
    [folder, 'Choose files']
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await choose('clearRecent')
  expect(await recent()).toBeNull()
  expect(await folderNamed()).toBeNull()
  // Linux doesn't have a system list of recent documents.
  const told = await nativeCallArguments(app, 'app.addRecentDocument')
  expect(told.length > 0).toBe(platformUnderTest() !== 'linux')
  expect((await nativeCallArguments(app, 'app.clearRecentDocuments')).length > 0).toBe(platformUnderTest() !== 'linux')
})

test('the menu opens from its button, by Alt and by F10 if the system has no menu bar', eachPlatformTag, async () => {
  const { page, app } = fixture.kiln
  const isMac = platformUnderTest() === 'darwin'
  expect(await hasMenuBar(app)).toBe(isMac)
  if (isMac) {
    await expect(menuButton(page)).toHaveCount(0)
    await page.keyboard.press('F10')
    await page.keyboard.press('Alt')
    await page.evaluate(() => window.kiln.request('app.info', undefined))
    expect(await readOpenMenuLabels(app)).toEqual([])
    return
  }
  const button = menuButton(page)
  const isExpanded = (isOpen: boolean) => expect(button).toHaveAttribute('aria-expanded', String(isOpen))
  await isExpanded(false)
  for (const open of [
    () => button.click(),
    () => page.keyboard.press('Alt'),
    () => page.keyboard.press('F10'),
    () => button.press('Enter')
  ]) {
    await open()
    await expect.poll(() => readOpenMenuLabels(app)).toEqual(['File', 'Edit', 'View', 'Go', 'Result', 'Task', 'Window', 'Help'])
    await isExpanded(true)
    const box = (await button.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    expect(await readOpenMenuPosition(app)).toEqual({ x: Math.round(box.x), y: Math.round(box.y + box.height + 4) })
    await closeMenu(app)
    await isExpanded(false)
  }
  await expectAccessible(page)

  // Alt doesn't open the menu as part of another shortcut. While a dialog is open, neither Alt nor F10 opens the menu.
  await page.keyboard.press('Alt+x')
  await page.keyboard.press('Shift+F10')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  await page.keyboard.press('F10')
  await page.keyboard.press('Alt')
  await page.evaluate(() => window.kiln.request('app.info', undefined))
  expect(await readOpenMenuLabels(app)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  // The menu also opens in views without the sidebar.
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('gridcell', { name: /^a tall vase/ }).dblclick()
  await page.getByRole('main', { name: /^a tall vase/ }).waitFor()
  await choose('gallery')
  await page.getByRole('main', { name: 'Gallery' }).waitFor()

  await page.evaluate(() => window.kiln.request('account.disconnect', undefined))
  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  await expect(button).toBeVisible()
  const isEnabled = (id: string) => app.evaluate(({ Menu }, name) => Menu.getApplicationMenu()?.getMenuItemById(name)?.enabled, id)
  await expect.poll(() => isEnabled('newTask')).toBe(false)
  expect([await isEnabled('settings'), await isEnabled('guide'), await isEnabled('quit')]).toEqual([true, true, true])
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await expect.poll(() => isEnabled('newTask')).toBe(true)
})

test('the zoom keys work with and without Shift, and the menu still opens under its button', eachPlatformTag, async () => {
  const { page, app } = fixture.kiln
  const isMac = platformUnderTest() === 'darwin'
  const held = isMac ? 'Meta' : 'Control'
  const level = () =>
    app.evaluate(({ BrowserWindow }) => Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel() ?? 0) * 10) / 10)
  await page.keyboard.press(`${held}+Equal`)
  await expect.poll(level).toBe(0.5)
  await page.keyboard.press(`${held}+Shift+Equal`)
  await expect.poll(level).toBe(1)
  if (!isMac) {
    await page.evaluate(() => document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-label=Menu]')?.click())
    await expect.poll(() => readOpenMenuPosition(app)).not.toBeNull()
    const [left, bottom] = await page.evaluate(() => {
      const box = document.querySelector('[aria-haspopup=menu][aria-label=Menu]')?.getBoundingClientRect()
      return [box?.left ?? 0, box?.bottom ?? 0]
    })
    expect(await readOpenMenuPosition(app)).toEqual({ x: Math.round(left * 1.2), y: Math.round((bottom + 4) * 1.2) })
    await closeMenu(app)
    await page.keyboard.press('Control+NumpadSubtract')
    await expect.poll(level).toBe(0.5)
    await page.keyboard.press('Control+NumpadAdd')
    await expect.poll(level).toBe(1)
  }
  await page.keyboard.press(`${held}+0`)
  await expect.poll(level).toBe(0)
})

test('keys and menu items do nothing while a dialog is open', eachPlatformTag, async () => {
  const { page, app } = fixture.kiln
  test.skip(platformUnderTest() !== 'darwin', 'on other systems the page handles keys, and the dialog covers the menu button')
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    window.kiln.listen('menu.chosen', () => heard.push(null))
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: readonly unknown[] }).heard.length)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  // While a dialog is open, the page ignores the shortcut. macOS then chooses the menu item with this shortcut.
  await page.keyboard.press('Meta+2')
  await expect.poll(heard).toBe(1)
  await chooseVisibleMenuItem(app, 'library')
  await expect.poll(heard).toBe(2)
  await page.evaluate(() => window.kiln.request('menu.take', undefined))
  await expect(sheet).toBeVisible()
  await expect(page.locator('main[aria-label=Gallery]')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await chooseVisibleMenuItem(app, 'library')
  await page.getByRole('main', { name: 'Library' }).waitFor()
})

test('a menu item chosen without a window opens one and takes effect there', eachPlatformTag, async () => {
  test.skip(platformUnderTest() !== 'darwin', 'only macOS has a menu without a window')
  const { page, app } = fixture.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  await page.getByRole('gridcell', { name: /^a tall vase/ }).click()
  await expect.poll(possible).toContain('saveAs')
  const closeWindow = async (shown: Page): Promise<void> => {
    const closed = shown.waitForEvent('close')
    await chooseVisibleMenuItem(app, 'Close window')
    await closed
    // The page closes shortly before its window.
    await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  }
  await closeWindow(page)
  // Without a window, nothing is selected.
  await expect.poll(possible).toEqual([])
  let opened = app.waitForEvent('window')
  await chooseVisibleMenuItem(app, 'queue')
  const second = await opened
  await second.getByRole('main', { name: 'Queue' }).waitFor()
  await closeWindow(second)
  opened = app.waitForEvent('window')
  await chooseDockMenuItem(app, 'Library')
  await (await opened).getByRole('main', { name: 'Library' }).waitFor()
})

test('a tile has a context menu, by mouse and by keyboard', async () => {
  const { page, app } = fixture.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  const tile = page.getByRole('grid', { name: 'Library' }).getByRole('gridcell', { name: /^a tall vase/ })
  const menu = page.getByRole('menu', { name: 'Actions' })
  await tile.click({ button: 'right' })
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Open/,
    /^Run again\d+ credits/,
    /^Four more like this\d+ credits/,
    /^Upscale3 credits/,
    /^Remove background2 credits/,
    /^Animate…from 8 credits/,
    /^Edit with Image generator…from 5 credits/,
    'Remix',
    'Use as input for…',
    'Rate…',
    'Tags and collections…',
    /^Save as…/,
    /^Copy image/,
    'Copy prompt',
    /^Show in folder/,
    'Show in queue',
    new RegExp(`^${platformText('Move to trash')}`)
  ])
  await expect(tile).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)

  // The focus returns shortly after the menu is closed.
  await expect(tile).toBeFocused()
  await page.keyboard.press('ContextMenu')
  await expect(menu.getByRole('menuitem', { name: /^Open/ })).toBeFocused()
  for (const name of [
    /^Run again/,
    /^Four more/,
    /^Upscale/,
    /^Remove background/,
    /^Animate/,
    /^Edit with/,
    'Remix',
    /^Use as/,
    'Rate…',
    /^Tags/
  ]) {
    await page.keyboard.press('ArrowDown')
    // The focus moves shortly after the key press.
    await expect(menu.getByRole('menuitem', { name })).toBeFocused()
  }
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: /^Save as…/ })).toBeFocused()
  await stubSaveDialogs(app, join(fixture.folder, 'saved.png'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('a task has a context menu', async () => {
  const { page } = fixture.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('button', { name: /^a tall vase/ }).focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'Actions' })
  await expect(menu.getByRole('menuitem')).toHaveText(['Open', 'Edit and resend', 'Copy support bundle', 'Hide'])
  await menu.getByRole('menuitem', { name: 'Open' }).click()
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('a tall vase')
})

test('an open result has a context menu wherever the focus is, and its deletion can be undone', async () => {
  const { page, app } = fixture.kiln
  await make(page, 'a tall vase')
  await page.keyboard.press('ControlOrMeta+3')
  await page
    .getByRole('grid', { name: 'Library' })
    .getByRole('gridcell', { name: /^a tall vase/ })
    .dblclick()
  const viewer = page.getByRole('main', { name: /^a tall vase/ })
  await viewer.getByRole('img', { name: 'a tall vase' }).waitFor()
  const menu = page.getByRole('menu', { name: 'Actions' })
  const items = [
    /^Four more like this/,
    /^Upscale/,
    /^Remove background/,
    /^Animate…/,
    /^Edit with Image generator…/,
    'Remix',
    'Use as input for…',
    /^Save as…/,
    /^Copy image/,
    'Copy prompt',
    /^Show in folder/,
    'Show in queue',
    new RegExp(`^${platformText('Move to trash')}`)
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
    await expect(menu.getByRole('menuitem', { name: /^Four more like this/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(back).toBeFocused()
  }

  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Use as input for…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use as input for…' })
  await dialog.getByRole('combobox', { name: 'Use as input for' }).fill('removal')
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await expect.poll(possible).toContain('trash')
  await choose('trash')
  await page.getByRole('heading', { name: 'The library is empty' }).waitFor()
  await expect.poll(possible).toEqual(['untrash'])
  await choose('untrash')
  await expect(page.getByRole('gridcell', { name: /^a tall vase/ })).toBeFocused()
  expect(await nativeCallArguments(app, 'shell.trashItem')).toEqual([])
})

test('a capability has a context menu that adds it to the favourites and copies its link', async () => {
  const { page, app } = fixture.kiln
  const menu = page.getByRole('menu', { name: 'Actions' })
  const card = page.getByRole('grid', { name: 'Capabilities' }).getByRole('button', { name: 'Image generator 3.0', exact: true }).first()
  await card.focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Open',
    'Add to favourites',
    /^Example: /,
    /^Example: /,
    /^Example: /,
    'Copy name',
    'Copy ID',
    'Copy link'
  ])
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(menu).toHaveCount(0)
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('kiln://capability/imgmodel-3-0-image-generator')
  await card.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Add to favourites' }).click()
  await expect(page.getByRole('button', { name: 'Favourite: Image generator 3.0' }).first()).toHaveAttribute('aria-pressed', 'true')
  await card.click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Open' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
})

test('the Help menu leads to the connection check, diagnostics, release notes and licences', eachPlatformTag, async () => {
  const { page } = fixture.kiln
  for (const [id, name] of [
    ['connectionCheck', 'Connection check'],
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

test('spelling is not checked, and no dictionary can be downloaded, before the user turns it on', async () => {
  const { page } = fixture.kiln
  const checker = () =>
    fixture.kiln.app.evaluate(({ session: { defaultSession } }) => ({
      isOn: defaultSession.isSpellCheckerEnabled(),
      languages: defaultSession.getSpellCheckerLanguages(),
      from: (defaultSession as unknown as { standInDictionaryUrl: string | null }).standInDictionaryUrl
    }))
  expect(await checker()).toMatchObject({ isOn: false, from: 'https://127.0.0.1:1/' })
  const section = page.getByRole('region', { name: 'Spelling', exact: true })
  const sent = page.getByRole('list', { name: 'Spell checking' })
  await openSettingsPage(page, 'Privacy')
  await expect(sent).toHaveText('No dictionary downloads. Spell checking is off.')
  await openSettingsPage(page, 'Spelling')
  await section.getByRole('switch', { name: 'Check spelling in prompts' }).click()
  const dictionaries = 'https://redirector.gvt1.com/edgedl/chrome/dict/'
  await expect.poll(checker).toEqual({ isOn: true, languages: ['en-US'], from: dictionaries })
  await openSettingsPage(page, 'Privacy')
  await expect(sent).toContainText('sent once to redirector.gvt1.com')
  await openSettingsPage(page, 'Spelling')

  await section.getByRole('button', { name: 'American English' }).click()
  const languages = page.getByRole('dialog', { name: 'Languages to check' })
  await languages.getByRole('combobox', { name: 'Languages to check' }).fill('germ')
  await languages.getByRole('option', { name: 'German', exact: true }).click()
  await expect.poll(checker).toEqual({ isOn: true, languages: ['en-US', 'de'], from: dictionaries })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(section.getByRole('button', { name: 'American English, German' })).toBeFocused()

  await fixture.kiln.app.evaluate(({ session }) => session.defaultSession.emit('spellcheck-dictionary-download-failure', {}, 'de'))
  await expect(page.getByText('The German dictionary couldn’t be downloaded', { exact: true })).toBeVisible()

  const again = await fixture.killAndStart()
  await again.getByRole('main', { name: 'Gallery' }).waitFor()
  expect(await checker()).toEqual({ isOn: true, languages: ['en-US', 'de'], from: dictionaries })
})

test('a text field has the system’s context menu', eachPlatformTag, async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('a tall vase')
  await prompt.click({ button: 'right' })
  await expect.poll(() => readOpenMenuLabels(fixture.kiln.app)).toEqual(['Undo', 'Redo', 'Cut', 'Copy', 'Paste', 'Select all'])
  expect(await prompt.getAttribute('spellcheck')).not.toBe('false')
})
