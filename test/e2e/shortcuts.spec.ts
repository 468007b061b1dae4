import { expect, test } from '@playwright/test'
import { shortcuts } from '../../shared/app/shortcuts.ts'
import { chooseAppMenuItem } from './app-menu.ts'
import { openAppFixture, openForm, tasksOf, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await fixture.kiln.page.getByRole('button', { name: 'Try the practice service' }).click()
  await fixture.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => fixture.close())

test('the list of shortcuts opens with one key, except while typing, and closes with the first Escape', async () => {
  const { page } = fixture.kiln
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const close = sheet.getByRole('button', { name: 'Close' })
  await page.keyboard.press('?')
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText([
    'Everywhere',
    'Gallery',
    'Form',
    'Form: results',
    'Large view',
    'Preset list',
    'Painting a mask',
    'Image editor',
    'Queue',
    'Choosing faces',
    'Library',
    'Result (selected or open)',
    'Viewer',
    'Viewer: images',
    'Viewer: pixel values',
    'Viewer: video and audio',
    'Viewer: 3D',
    'Compare',
    'User guide',
    'Settings'
  ])
  for (const { does } of Object.values(shortcuts.app))
    await expect(sheet.getByRole('term').getByText(does, { exact: true }).first()).toBeVisible()
  // Escape closes the sheet at once, even while a tooltip is open.
  await close.focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.keyboard.press('/')
  await page.keyboard.type('why?')
  await expect(page.getByRole('textbox', { name: 'Search capabilities' }).or(page.getByRole('searchbox'))).toHaveValue('why?')
  await expect(sheet).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('cheat')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { level: 3 }).nth(1)).toHaveText('Queue')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await chooseAppMenuItem(fixture.kiln, 'cheatSheet')
  await expect(sheet).toBeVisible()
})

test('every view is reached by its shortcut and from the menu', async () => {
  const { page } = fixture.kiln
  const { search, menu: _menu, cheatSheet: _, newTask: _newTask, openFile: _openFile, ...places } = shortcuts.app
  const keys = Object.entries(places).map(
    ([
      name,
      {
        does,
        keys: [key]
      }
    ]) => ({ name, does, key })
  )
  for (const { does, key } of keys.toReversed()) {
    await page.keyboard.press(key.replace('Mod', 'ControlOrMeta'))
    await page.getByRole('main', { name: does }).waitFor()
  }
  for (const { name, does } of keys.toReversed()) {
    await chooseAppMenuItem(fixture.kiln, name)
    await page.getByRole('main', { name: does }).waitFor()
  }
  await page.keyboard.press(search.keys[0].replace('Mod', 'ControlOrMeta'))
  await expect(page.getByRole('combobox', { name: search.does })).toBeFocused()
})

test('the search of each view is focused by the same keys, and cleared by Escape or by its button', async () => {
  const { page } = fixture.kiln
  for (const [key, view, name] of [
    ['1', 'Gallery', 'Search capabilities'],
    ['2', 'Queue', 'Search tasks'],
    ['3', 'Library', 'Search the library']
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`)
    await page.getByRole('main', { name: view }).waitFor()
    const box = page.getByRole('searchbox', { name })
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    await page.keyboard.type('and/or')
    await expect(box).toHaveValue('and/or')
    await box.press('Escape')
    await expect(box).toHaveValue('')
    await box.blur()
    await page.keyboard.press('ControlOrMeta+f')
    await expect(box).toBeFocused()
    await page.keyboard.type('vase')
    await page.getByRole('button', { name: 'Clear search' }).first().click()
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
  }
})

test('a button announces its name once, and the shortcut from its tooltip', async () => {
  const { page } = fixture.kiln
  const clear = page.getByRole('button', { name: 'Clear search' }).first()
  await page.keyboard.press('/')
  await page.keyboard.type('vase')
  await page.keyboard.press('Tab')
  await expect(clear).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText('Clear search')
  await expect(clear).not.toHaveAttribute('aria-describedby')
  await openForm(page, 'Image generator 3.0')
  const history = page.getByRole('button', { name: 'Prompt history' })
  await history.focus()
  await expect(history).toHaveAccessibleDescription(/^(?:Ctrl|⌘) ↑$/)
})

test('the command palette finds a result by a word of its prompt and opens it, by keyboard alone', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase on stone stairs')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  const [task] = await tasksOf(page)
  // Hides the task from the queue, so that only its result can be found.
  await page.evaluate((id) => window.kiln.request('task.hide', { ids: [id] }), task?.id ?? '')
  await expect.poll(async () => (await tasksOf(page)).length).toBe(0)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('celad')
  const found = page.getByRole('group', { name: 'Results' }).getByRole('option')
  await expect(found).toHaveText([/A celadon vase on stone stairs/])
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Search the library for “celad”' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'A celadon vase on stone stairs' }).first()).toBeVisible()
})

test('Select all selects the text of a text field, and nothing elsewhere in a view', async () => {
  const { page } = fixture.kiln
  const selected = (): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '')
  for (const [key, view] of [
    ['2', 'Queue'],
    [',', 'Settings'],
    ['4', 'Account']
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`)
    await page.getByRole('main', { name: view }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    expect(await selected()).toBe('')
  }
  await page.keyboard.press('ControlOrMeta+1')
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A clay vase')
  await page.getByRole('textbox', { name: 'Prompt' }).press('ControlOrMeta+a')
  expect(await selected()).toBe('A clay vase')
})
