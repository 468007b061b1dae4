import { expect, test } from '@playwright/test'
import { openScreenReaderLog } from './screen-reader-log.ts'
import { openAppFixture, type AppFixture } from './open-window.ts'

let fixture: AppFixture

test.afterEach(async () => fixture.close())

test('a screen reader announces the main job to a keyboard user', async () => {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page } = fixture.kiln
  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  const heard = await openScreenReaderLog(page)

  heard.note('Welcome')
  await heard.tabTo(/^textbox "Base URL"/)
  heard.note('types the address')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(fixture.service.url)
  await heard.tabTo(/^textbox "API key"/)
  heard.note('types the key, and presses Enter')
  await page.keyboard.type(fixture.service.apiKey)
  await page.keyboard.press('Enter')

  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  heard.note('Gallery')
  await page.keyboard.press('/')
  await heard.noteFocus()
  heard.note('types “image generator”')
  // Inserts the text at once, because the results for each letter depend on the typing speed.
  await page.keyboard.insertText('image generator')
  await heard.waitForAnnouncement(/found|capabilit/)
  await heard.tabTo(/^button "Image generator(?! \d)/)
  heard.note('presses Enter')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
  heard.note('Form')
  await heard.noteFocus()
  heard.note('types a prompt')
  await page.keyboard.type('made by keyboard')
  await heard.waitForAnnouncement(/^Price: \d/)
  await heard.tabTo(/^button "Generate /)
  heard.note('presses Enter')
  await page.keyboard.press('Enter')
  await heard.waitForAnnouncement(/made by keyboard/)
  await page.getByRole('button', { name: 'Open made by keyboard, 1' }).waitFor()
  await heard.tabTo(/^button "Open made by keyboard, 1/)
  heard.note('presses Enter')
  await page.keyboard.press('Enter')

  await page.getByRole('main', { name: 'made by keyboard' }).waitFor()
  await expect(page.getByRole('img', { name: 'made by keyboard' }).first()).toBeVisible()
  heard.note('Viewer')
  await heard.tabTo(/^button "Run again/)
  heard.note('presses Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Image generator' }).waitFor()
  heard.note('Form')
  expect(heard.lines()).toMatchSnapshot('main-job.txt')
})
