import { expect, test } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, type AppFixture, openSettingsPage } from './open-window.ts'

const generator = 'imgmodel-3-0-image-generator'
let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

test('a contract change while the app runs is described, and an open form keeps the typed values', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('A celadon vase')
  await page.getByRole('radio', { name: '16:9' }).click()
  await page.getByRole('textbox', { name: 'Seed' }).fill('4711')
  await page.getByRole('radio', { name: '2', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Generate 2 images/ })).toBeVisible()

  fixture.service.contract.move([
    { kind: 'add-capability', like: generator, id: 'clay-generator', title: 'Clay generator' },
    { kind: 'remove-capability', id: 'lip-sync' },
    { kind: 'set-field', capability: 'face-swap', field: 'mood', schema: { type: 'string', title: 'Mood' }, isRequired: true },
    { kind: 'set-field', capability: generator, field: 'frame', schema: { type: 'string', title: 'Frame of mind' }, isRequired: true },
    { kind: 'remove-field', capability: generator, field: 'imageNum' },
    { kind: 'set-field', capability: generator, field: 'seed', schema: { type: 'string', title: 'Seed word' } },
    { kind: 'set-field', capability: generator, field: 'size', schema: { type: 'string', title: 'Size', enum: ['1024*1024', '1536*1024'] } }
  ])
  await openSettingsPage(page, 'Connection')
  await page.getByRole('button', { name: /^Check (?:now|again)$/ }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'The service has changed' })
  await expect(toast).toContainText('1 new capability: Clay generator. No longer offered: Lip sync. 6 more changes.')
  const changes = page.getByRole('region', { name: 'API changes' })
  await expect(changes.getByText('1 new capability: Clay generator.')).toBeVisible()
  await changes.getByText(/^\d+ more$/).click()
  await expect(changes.getByText('Face swap has a new required field: “Mood”.')).toBeVisible()
  await expect(changes.getByText('Image generator 3.0 no longer has “Number of images”.')).toBeVisible()
  await expectAccessible(page)

  // The form that was open before the change keeps its values.
  await page.getByRole('navigation').getByText('Gallery').click()
  await openForm(page, 'Image generator 3.0')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveText('A celadon vase')
  await expect(page.getByRole('textbox', { name: 'Frame of mind' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Seed word' })).toHaveValue('4711')
  const left = page.getByRole('region', { name: 'No longer accepted' })
  await expect(left.getByRole('listitem')).toHaveText(/Number of images.*2/s)
  await expect(page.getByText(/“Size” can’t be “.*”. Choose one of the 2 sizes./).first()).toBeVisible()
  await expectAccessible(page)

  // Fills in the new required field, discards the removed field's value, and submits.
  await page.getByRole('textbox', { name: 'Frame of mind' }).fill('calm')
  await page.getByRole('radio', { name: '3:2' }).click()
  await left.getByRole('button', { name: 'Discard Number of images' }).click()
  await expect(left).toBeHidden()
  await page.getByRole('button', { name: /^Generate image/ }).click()
  await expect.poll(() => fixture.service.tasks().length).toBe(1)
  expect(fixture.service.tasks()[0]?.body).toEqual({ prompt: 'A celadon vase', frame: 'calm', seed: '4711', size: '1536*1024' })
})

test('an open form changes in place, and restores a field that returns', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('typed bef')
  await page.getByRole('radio', { name: '3', exact: true }).click()
  await prompt.focus()
  await page.keyboard.press('End')
  fixture.service.contract.move([{ kind: 'remove-field', capability: generator, field: 'imageNum' }])
  await page.evaluate(() => window.kiln.request('contract.checkAgain', undefined))
  await expect(page.getByRole('region', { name: 'No longer accepted' })).toContainText('Number of images')
  // The caret hasn't moved.
  await page.keyboard.type('ore')
  await expect(prompt).toHaveText('typed before')

  fixture.service.contract.reset()
  await page.evaluate(() => window.kiln.request('contract.checkAgain', undefined))
  await expect(page.getByRole('region', { name: 'No longer accepted' })).toBeHidden()
  await expect(page.getByRole('radio', { name: '3', exact: true })).toBeChecked()
  await expect(prompt).toHaveText('typed before')
})

test('a removed capability is reported without a charge, and a change while the app was closed is shown at the start', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image generator 3.0')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('too late')
  fixture.service.contract.move([{ kind: 'remove-capability', id: generator }])
  await page.getByRole('button', { name: /^Generate image/ }).click()
  await expect(page.getByRole('heading', { name: 'The service no longer offers this capability' })).toBeVisible()
  await expect(page.getByText('No longer offered: Image generator 3.0.').first()).toBeAttached()
  expect(fixture.service.ledger()).toEqual([])
  await expectAccessible(page)

  await fixture.kiln.kill()
  fixture.service.contract.reset()
  const again = await fixture.start()
  await expect(again.getByText('1 new capability: Image generator 3.0.').first()).toBeAttached()
  await openForm(again, 'Image generator 3.0')
  await expect(again.getByRole('textbox', { name: 'Prompt' })).toHaveText('too late')
})
