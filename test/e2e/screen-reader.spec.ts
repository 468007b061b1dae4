import { expect, test } from '@playwright/test'
import { listenTo } from './listen.ts'
import { openBench, type Bench } from './open-window.ts'

let bench: Bench

test.afterEach(async () => bench.close())

test('the main job, as a screen reader tells it to a person with a keyboard', async () => {
  bench = await openBench({ results: 'tiny' })
  const { page } = bench.kiln
  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  const heard = await listenTo(page)

  heard.note('Welcome')
  await heard.tabTo(/^textbox "Base URL"/)
  heard.note('types the address')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(bench.service.url)
  await heard.tabTo(/^textbox "API key"/)
  heard.note('types the key, and presses Enter')
  await page.keyboard.type(bench.service.apiKey)
  await page.keyboard.press('Enter')

  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  heard.note('Gallery')
  await page.keyboard.press('/')
  await heard.here()
  heard.note('types “image generator”')
  // All at once: what is found for each letter on the way depends on how fast the letters come.
  await page.keyboard.insertText('image generator')
  await heard.hear(/found|capabilit/)
  await heard.tabTo(/^button "Image generator(?! \d)/)
  heard.note('presses Enter')
  await page.keyboard.press('Enter')

  // A Tab before the form is drawn and the view has the focus would be answered by the view.
  await page.getByRole('textbox', { name: 'Prompt' }).waitFor()
  await expect(page.getByRole('main', { name: 'Image generator' })).toBeFocused()
  heard.note('Form')
  await heard.tabTo(/^textbox "Prompt"/)
  heard.note('types a prompt')
  await page.keyboard.type('made by keyboard')
  await heard.hear(/^Price: \d/)
  await heard.tabTo(/^button "Make /)
  heard.note('presses Enter')
  await page.keyboard.press('Enter')
  await heard.hear(/made by keyboard/)
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
