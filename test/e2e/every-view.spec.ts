import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { Values } from '../../shared/form/values.ts'
import {
  stubOpenDialogs,
  connect,
  expectAccessible,
  openAppFixture,
  openForm,
  tasksOf,
  type AppFixture,
  openSettingsPage
} from './open-window.ts'
import { platformText } from './launch-kiln.ts'

const generator = 'imgmodel-3-0-image-generator'
const portrait = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')
let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('every view, dialog and banner is accessible in both themes', async () => {
  // Long, because the test checks about twenty states of the app in each theme.
  test.setTimeout(480_000)
  fixture = await openAppFixture({ timeScale: 0.02 })
  const { page, app } = fixture.kiln
  const look = (): Promise<void> => expectAccessible(page)

  async function submit(capability: string, values: Values): Promise<string> {
    const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
      capability,
      JSON.stringify(values)
    ] as const)
    if (!sent.ok) throw new Error(sent.message)
    return sent.value.id
  }
  async function isIn(phase: string, id: string): Promise<void> {
    await expect.poll(async () => (await tasksOf(page)).find((task) => task.id === id)?.phase, { timeout: 60_000 }).toBe(phase)
  }
  async function make(capability: string, values: Values): Promise<void> {
    await isIn('done', await submit(capability, values))
  }
  async function openResult(title: string): Promise<void> {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
    await page.getByRole('option', { name: title }).first().click()
    await page.getByRole('main', { name: title }).waitFor()
  }
  const openView = async (key: string, name: string): Promise<void> => {
    await page.keyboard.press(`ControlOrMeta+${key}`)
    await page.getByRole('main', { name }).waitFor()
  }

  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  await look()
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await make(generator, { prompt: 'A clay vase', size: '1024*1024', imageNum: '2', seed: 3 })
  await make('text-to-video', { prompt: 'Ridges at dusk', duration: 3, seed: 5 })
  await make('sound-effects', { prompt: 'Rain on tin', duration: 4, seed: 5 })
  await make('text-to-3d', { prompt: 'A narrow jar', seed: 5 })
  await look()

  await test.step('command palette and list of shortcuts', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('vase')
    await page.getByRole('option', { name: 'A clay vase' }).first().waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await test.step('form and batch', async () => {
    await openForm(page, 'Image generator 3.0')
    await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
    await look()
    await page.getByRole('textbox', { name: 'Seed' }).fill('7')
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A quiet vase')
    await page.getByRole('button', { name: 'Batch…' }).click()
    await page.getByRole('dialog').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await test.step('viewer of each medium, and compare', async () => {
    for (const title of ['Ridges at dusk', 'Rain on tin', 'A narrow jar', 'A clay vase']) {
      await openResult(title)
      await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
      await look()
    }
    await page.keyboard.press('c')
    await page.getByRole('main', { name: 'Compare' }).waitFor()
    await look()
  })

  await test.step('queue with an expanded task, and faces', async () => {
    await stubOpenDialogs(app, [portrait])
    const photos = await page.evaluate(() =>
      window.kiln.request('media.browse', { capability: 'face-swap', field: 'targetImageUrl', many: false })
    )
    if (!photos.ok) throw new Error(photos.message)
    const draft = photos.value[0]?.draft ?? ''
    const swap = await submit('face-swap', { targetImageUrl: { draft }, referenceFaceImageUrl: { draft } })
    await isIn('needs_input', swap)
    await openView('2', 'Queue')
    await page
      .getByRole('button', { name: /^A clay vase/ })
      .first()
      .click()
    await page.locator('summary').click()
    await page.getByText('Task saved on this computer before sending.').waitFor()
    await look()
    await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
    await page.getByRole('button', { name: /^Face 4, unchanged/ }).waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('main', { name: 'Queue' }).waitFor()
  })

  await test.step('library, account, settings and their dialogs', async () => {
    await openView('3', 'Library')
    await page
      .getByRole('grid', { name: 'Library' })
      .getByRole('gridcell', { name: /^A clay vase/ })
      .first()
      .click()
    await page.getByRole('toolbar', { name: 'Selected items' }).getByText('1 selected').waitFor()
    await look()
    await openView('4', 'Account')
    await look()
    await page.keyboard.press('F1')
    await page.getByRole('main', { name: 'User guide' }).waitFor()
    await look()
    await openView(',', 'Settings')
    await look()
    for (const name of ['Spending', 'Library', 'Notifications', 'Updates', 'Spelling', 'Privacy', 'About']) {
      await openSettingsPage(page, name)
      await look()
    }
    const search = page.getByRole('searchbox', { name: 'Search settings' })
    for (const [typed, shown] of [
      ['limit', 'Daily limit'],
      ['xyzzy', 'No results for “xyzzy”']
    ] as const) {
      await search.fill(typed)
      await page.getByText(shown, { exact: true }).first().waitFor()
      await look()
    }
    await openSettingsPage(page, 'Network')
    const network = page.getByRole('region', { name: 'Network' })
    for (const [way, field] of [
      ['Custom proxy', 'Proxy host'],
      ['PAC file', 'PAC file address']
    ] as const) {
      await network.getByRole('radio', { name: way }).click()
      await network.getByLabel(field, { exact: true }).press('Enter')
      await network.getByText(/^Enter the /).waitFor()
      await look()
    }
    await network.getByRole('button', { name: 'Revert' }).click()
    await network.getByRole('radio', { name: 'System default', checked: true }).waitFor()
    await openSettingsPage(page, 'Connection')
    await page.getByRole('button', { name: 'Check connection' }).click()
    await page.getByRole('list', { name: 'Connection check results' }).waitFor()
    await look()
    await openSettingsPage(page, 'Diagnostics')
    const diagnostics = page.getByRole('region', { name: 'Diagnostics' })
    await diagnostics.getByRole('button', { name: 'Check stored data' }).click()
    await diagnostics.getByText('No problems found', { exact: false }).waitFor()
    await look()
    await diagnostics.getByRole('button', { name: 'Show requests' }).click()
    await page.getByRole('dialog', { name: 'Requests' }).waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await openSettingsPage(page, 'Connection')
    await page.getByRole('button', { name: 'Replace key' }).click()
    await page.getByRole('dialog').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  await test.step('a banner, and a task on hold', async () => {
    fixture.service.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 401, errorType: 'ACCOUNT_SESSION_REFRESH_REQUIRED' } })
    await isIn('held', await submit(generator, { prompt: 'A held vase', seed: 1 }))
    await openView('2', 'Queue')
    await page.getByRole('button', { name: 'Check again' }).first().waitFor()
    await look()
  })
})

test('menus, pickers and notifications with an action are accessible in both themes', async () => {
  test.setTimeout(480_000)
  fixture = await openAppFixture({ timeScale: 0.02 })
  const { page } = fixture.kiln
  const look = (): Promise<void> => expectAccessible(page)
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Try the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const sent = await page.evaluate(
    (name) => window.kiln.request('task.submit', { capability: name, values: { prompt: 'A clay vase', imageNum: '2', seed: 3 } }),
    generator
  )
  expect(sent.ok).toBe(true)
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 60_000 }).toBe('done')

  await test.step('over a form', async () => {
    await openForm(page, 'Image generator 3.0')
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A quiet vase')
    await page.getByRole('button', { name: 'Negative prompt' }).click()
    for (const name of ['Presets', 'Prompt history']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await look()
      await close()
    }
    await page.getByRole('button', { name: 'Reset form' }).click()
    // A toast stays visible while the pointer is over it.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await look()
  })

  await test.step('over the library', async () => {
    await page.keyboard.press('ControlOrMeta+3')
    const tile = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]').first()
    const bar = page.getByRole('toolbar', { name: 'Selected items' })
    for (const name of ['Use as input for…', 'Tag', 'Save as…']) {
      await tile.click()
      await bar.getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      await look()
      await close()
    }
    await page.getByRole('button', { name: 'Check library files' }).click()
    await page.getByRole('dialog', { name: 'Library files' }).waitFor()
    await look()
    await close()
    await tile.click()
    await bar.getByRole('button', { name: platformText('Move to trash') }).click()
    const undo = page.getByRole('listitem').filter({ hasText: 'Moved' }).getByRole('button', { name: 'Undo' })
    await undo.hover()
    await look()
    await undo.click()
    await expect(page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')).toHaveCount(2)
  })

  await test.step('over the viewer', async () => {
    await page.getByRole('grid', { name: 'Library' }).locator('[data-cell]').first().dblclick()
    const recipe = page.getByRole('complementary', { name: 'Recipe' })
    await recipe.getByText('IDs and timeline').click()
    await recipe.getByText('Task saved on this computer before sending.').waitFor()
    await look()
    await recipe.getByRole('button', { name: 'Use as input for…' }).click()
    await page.getByRole('dialog', { name: 'Use as input for' }).waitFor()
    await look()
    await close()
    await page.getByRole('button', { name: 'Contact sheet' }).click()
    await page.getByRole('button', { name: 'Contact sheet', pressed: true }).waitFor()
    await look()
  })
})
