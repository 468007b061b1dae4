import { expect, test, type Page } from '@playwright/test'
import { connect, expectAccessible, openAppFixture, openForm, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.beforeEach(async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  await connect(fixture.kiln.page, fixture.service.url, fixture.service.apiKey)
})
test.afterEach(async () => fixture.close())

/** Records the audio elements that the page creates. The returned function returns whether each of them is playing. */
async function watchAudio(page: Page): Promise<() => Promise<readonly boolean[]>> {
  await page.evaluate(() => {
    const created: HTMLAudioElement[] = []
    const Original = window.Audio
    Object.assign(window, {
      createdAudio: created,
      Audio: class extends Original {
        constructor() {
          super()
          // Longer than any test, so that a sample doesn’t end during the test.
          this.loop = true
          created.push(this)
        }
      }
    })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { createdAudio: HTMLAudioElement[] }).createdAudio.map(({ paused, src }) => !paused && src !== '')
    )
}

test('voices play by keyboard, one at a time, and stop when the form closes', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Text to speech')
  const isPlaying = await watchAudio(page)
  const voices = page.getByRole('group', { name: 'Voice' })
  await expect(voices.getByRole('radio', { name: 'Clay' })).toBeChecked()
  await voices.getByRole('radio', { name: 'Clay' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(voices.getByRole('radio', { name: 'Ash' })).toBeChecked()

  await page.keyboard.press('Tab')
  await expect(voices.getByRole('button', { name: 'Play a sample of Ash' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(voices.getByRole('button', { name: 'Stop the sample of Ash' })).toBeFocused()
  await expect.poll(isPlaying).toEqual([true])
  await expectAccessible(page)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(voices.getByRole('button', { name: /^Stop/ })).toHaveAccessibleName('Stop the sample of Celadon')
  await expect.poll(isPlaying).toEqual([false, true])

  await page.keyboard.press('Space')
  await expect(voices.getByRole('button', { name: /^Stop/ })).toHaveCount(0)
  await expect.poll(isPlaying).toEqual([false, false])

  await page.keyboard.press('Enter')
  await expect.poll(isPlaying).toEqual([false, false, true])
  await page.keyboard.press('ControlOrMeta+1')
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await expect.poll(isPlaying).toEqual([false, false, false])
  // The second playback uses the loaded sample.
  expect(
    fixture.service
      .calls()
      .filter(({ path }) => path.startsWith('/samples/'))
      .map(({ path }) => path)
  ).toEqual(['/samples/ash.wav', '/samples/celadon.wav'])
})

test('a sample that can’t be loaded shows an error and stops', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Text to speech')
  await fixture.service.close()
  await page.getByRole('button', { name: 'Play a sample of Ember' }).press('Enter')
  await expect(page.getByText('The sample couldn’t be loaded.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play a sample of Ember' })).toBeVisible()
  await fixture.goOnline()
})

test('the camera is moved by keyboard with a pad that follows the fields', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Image to video')
  const camera = page.getByRole('group', { name: 'Camera motion', exact: true })
  await camera.getByRole('button', { name: 'Pan, left' }).focus()
  await page.keyboard.press('Space')
  await expect(camera.getByLabel('Type')).toHaveValue('1')
  await expect(camera.getByRole('textbox', { name: 'Amount' })).toHaveValue('-3')
  await camera.getByRole('textbox', { name: 'Amount' }).fill('8')
  await expect(camera.getByRole('button', { name: 'Pan, right', pressed: true })).toBeVisible()
  await camera.getByRole('button', { name: 'Tilt, down' }).press('Enter')
  await expect(camera.getByRole('textbox', { name: 'Amount' })).toHaveValue('-8')
  await expect(camera.getByRole('button', { pressed: true })).toHaveAccessibleName('Tilt, down')
  await expectAccessible(page)
  await expect
    .poll(async () => {
      const draft = await page.evaluate(() => window.kiln.request('workspace.openDraft', { capability: 'image-to-video' }))
      return draft.ok ? draft.value?.form.values : null
    })
    .toEqual({ camera: { move: 'tilt', amount: -8 } })
  await camera.getByRole('button', { name: 'Tilt, down' }).press('Enter')
  await expect(camera.getByRole('button', { pressed: true })).toHaveCount(0)
})

test('a consent is a statement that has to be ticked', async () => {
  const { page } = fixture.kiln
  await openForm(page, 'Voice cloning')
  const consent = page.getByRole('checkbox', { name: 'Consent confirmed' })
  await expect(consent).toHaveAccessibleDescription('The voice’s owner has agreed to the cloning of this voice.')
  await expect(page.getByText('Tick “Consent confirmed”.')).toBeVisible()
  await consent.focus()
  await page.keyboard.press('Space')
  await expect(consent).toBeChecked()
  await expect(page.getByText('Tick “Consent confirmed”.')).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(page.getByText('Tick “Consent confirmed”.')).toBeVisible()
})
