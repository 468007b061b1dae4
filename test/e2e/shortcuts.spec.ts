import { expect, test } from '@playwright/test'
import { shortcuts } from '../../shared/shortcuts.ts'
import { openBench, openForm, tasksOf, type Bench } from './open-window.ts'

let bench: Bench

test.beforeEach(async () => {
  bench = await openBench()
  await bench.kiln.page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await bench.kiln.page.getByRole('main', { name: 'Gallery' }).waitFor()
})
test.afterEach(async () => bench.close())

test('the cheat sheet is a key away, except from whoever is writing, and goes with the first Escape', async () => {
  const { page, app } = bench.kiln
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const close = sheet.getByRole('button', { name: 'Close' })
  await page.keyboard.press('?')
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText([
    'Everywhere',
    'Gallery',
    'Form',
    'List of presets',
    'Painting a mask',
    'Queue',
    'Choosing faces',
    'Library',
    'A result that is shown or chosen',
    'Viewer',
    'Viewer: pictures',
    'Viewer: pixel values',
    'Viewer: video and sound',
    'Viewer: 3D',
    'Compare',
    'User guide'
  ])
  for (const { does } of Object.values(shortcuts.app))
    await expect(sheet.getByRole('term').getByText(does, { exact: true }).first()).toBeVisible()
  // What closes it has a name that floats beside it; that is no other thing to close first.
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
  await page.getByRole('combobox', { name: 'Search or do' }).fill('cheat')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { level: 3 }).nth(1)).toHaveText('Queue')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('cheatSheet')?.click())
  await expect(sheet).toBeVisible()
})

test('every place is reached by its key and from the menu', async () => {
  const { page, app } = bench.kiln
  const { search, cheatSheet: _, newTask: _newTask, openFile: _openFile, ...places } = shortcuts.app
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
    await app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), name)
    await page.getByRole('main', { name: does }).waitFor()
  }
  await page.keyboard.press(search.keys[0].replace('Mod', 'ControlOrMeta'))
  await expect(page.getByRole('combobox', { name: search.does })).toBeFocused()
})

test('the search of each view is reached by the same keys, and cleared by Escape or by its button', async () => {
  const { page } = bench.kiln
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
    await page.getByRole('button', { name: 'Clear the search' }).first().click()
    await expect(box).toHaveValue('')
    await expect(box).toBeFocused()
  }
})

test('a button says its name once, and the shortcut that its tooltip shows', async () => {
  const { page } = bench.kiln
  const clear = page.getByRole('button', { name: 'Clear the search' }).first()
  await page.keyboard.press('/')
  await page.keyboard.type('vase')
  await page.keyboard.press('Tab')
  await expect(clear).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveText('Clear the search')
  await expect(clear).not.toHaveAttribute('aria-describedby')
  await openForm(page, 'Image generator 3.0')
  const history = page.getByRole('button', { name: 'Prompt history' })
  await history.focus()
  await expect(history).toHaveAccessibleDescription(/^(?:Ctrl|⌘) ↑$/)
})

test('“Search or do” finds what was made by a word of it, and opens it, by keyboard alone', async () => {
  const { page } = bench.kiln
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase on stone stairs')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  const [task] = await tasksOf(page)
  // Of a task that is hidden the library alone tells.
  await page.evaluate((id) => window.kiln.request('task.hide', { id }), task?.id ?? '')
  await expect.poll(async () => (await tasksOf(page)).length).toBe(0)

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('celad')
  const found = page.getByRole('group', { name: 'Made' }).getByRole('option')
  await expect(found).toHaveText([/A celadon vase on stone stairs/])
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Search the library for “celad”' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'A celadon vase on stone stairs' }).first()).toBeVisible()
})
