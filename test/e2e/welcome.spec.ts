import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { chooseAppMenuItem } from './app-menu.ts'
import { connect, expectAccessible, openAppFixture, submitPrompt, tasksOf, type AppFixture, openSettingsPage } from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('guide, shortcuts, licences and the connection check open without an account, by keyboard and by menu', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  const welcome = page.getByRole('main', { name: 'Welcome' })
  await welcome.waitFor()
  await page.keyboard.press('F1')
  await page.getByRole('main', { name: 'User guide' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Gallery' }).click()
  await welcome.waitFor()

  await welcome.focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await chooseAppMenuItem(fixture.kiln, 'licences')
  await page.getByRole('dialog', { name: 'Licences' }).waitFor()
  await page.keyboard.press('Escape')
  await chooseAppMenuItem(fixture.kiln, 'connectionCheck')
  await page.getByRole('dialog', { name: 'Check connection' }).waitFor()
})

test('a new user sees the first image after four actions with the practice service, and a larger version after two more', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  const welcome = page.getByRole('main', { name: 'Welcome' })
  await expect(welcome.getByRole('img', { name: 'Kiln with a form, its price and recent results' })).toBeVisible()
  const [practice, account] = await Promise.all(
    ['Try Kiln for free', 'Connect your account'].map((name) => welcome.getByRole('region', { name, exact: true }).boundingBox())
  )
  expect([practice?.width, practice?.height]).toEqual([account?.width, account?.height])

  // Each click, shortcut and typed text is one action.
  let actions = 0
  const act = async (action: Promise<void>): Promise<void> => {
    actions += 1
    await action
  }
  await act(page.getByRole('button', { name: 'Try the practice service' }).click())
  await act(
    page
      .getByRole('button', { name: /^Image generator 3\.0/ })
      .first()
      .click()
  )
  await expect(page.getByRole('main', { name: 'Image generator 3.0' }).getByRole('textbox', { name: 'Prompt', exact: true })).toBeFocused()
  await act(page.keyboard.type('a tall vase'))
  await act(page.keyboard.press('ControlOrMeta+Enter'))
  const vase = page.getByRole('list', { name: 'Runs' }).getByRole('button', { name: /^Open a tall vase/ })
  await expect(vase.getByRole('img').or(vase.locator('img'))).toBeVisible()
  expect(actions).toBe(4)

  await act(page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Upscale' }).first().click())
  await act(page.getByRole('button', { name: 'Show', exact: true }).click())
  const upscaled = page.getByRole('article').filter({ hasText: 'Image upscaler' }).getByRole('button', { name: 'Result 1' })
  await expect(upscaled).toBeVisible()
  expect(actions).toBe(6)
})

test('a connection test that gets no answer can be cancelled, and nothing is saved', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await connect(page, `http://127.0.0.1:${port}`, fixture.service.apiKey)
  await expect(page.getByText('Testing the address and key… Nothing is saved until both work.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Base URL')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const state = await page.evaluate(() => window.kiln.request('account.state', undefined))
  expect(state).toMatchObject({ ok: true, value: { connection: { baseUrl: fixture.service.url }, others: [] } })
  silent.close()
})

test('results stay available after disconnecting, and the next account opens in the gallery', async () => {
  fixture = await openAppFixture({ results: 'tiny', timeScale: 0.01 })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await submitPrompt(page, 'a tall vase')
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 30_000 }).toBe('done')
  await openSettingsPage(page, 'Connection')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  await page.getByRole('button', { name: 'Open your library' }).click()
  await page.getByRole('gridcell', { name: /^a tall vase/ }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Gallery' }).click()
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
})

test('another account can be selected again, and removed with its key', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.evaluate(() => window.kiln.request('account.practice', undefined))
  const { host } = new URL(fixture.service.url)
  await openSettingsPage(page, 'Connection')
  await page.getByRole('button', { name: `Use ${host}` }).click()
  await expect(page.getByRole('button', { name: `Use ${host}` })).toHaveCount(0)

  await page.evaluate(() => window.kiln.request('account.practice', undefined))
  await page.getByRole('button', { name: `Remove ${host}` }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove account' }).press('Enter')
  await expect(page.getByRole('button', { name: `Use ${host}` })).toHaveCount(0)
})
