import { execFileSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Region } from 'sharp'
import type { Task } from '../../shared/task/task.ts'
import { languageFromHtmlLang } from '../../shared/i18n/languages.ts'
import { loadLocale } from '../../shared/i18n/load-locale.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import type { Values } from '../../shared/form/values.ts'
import { stubOpenDialogs } from '../e2e/open-window.ts'
import { chineseEnvironment, launchKiln } from '../e2e/launch-kiln.ts'
import { build } from '../tools/build.ts'
import { captureBuildingBlocks } from './building-blocks.ts'
import { openCamera } from './camera.ts'
import { encodeWav } from '../../renderer/fields/encode-wav.ts'
import { copyScreenshotsToGuide } from './guide-pictures.ts'
import { captureForms } from './capture-forms.ts'
import { createSampleTextTranslator } from './sample-texts.ts'
import { writeWelcomeImages } from './welcome-images.ts'

/**
 * `npm run tour`: operates Kiln with the practice service. Saves screenshots of every view that it visits. The README shows some of them.
 * With the argument `zh-Hans`, the tour is in Chinese and captures only the usual window size.
 */
const language = languageFromHtmlLang(process.argv[2] ?? 'en')
await loadLocale(language)
const own = createSampleTextTranslator(language)
const picturesFolder = join(import.meta.dirname, 'pictures', ...(language === 'en' ? [] : [language.toLowerCase()]))
const mediaFolder = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media')
const generator = 'imgmodel-3-0-image-generator'

type Submission = { readonly capability: string; readonly values: Values }

/** Tasks that are created and finished before the form's first screenshot, oldest first. They are sent directly to the main process. */
const earlierTasks: readonly Submission[] = [
  { capability: 'text-to-video', values: { prompt: own('Ridges in evening light, mist in the valleys'), duration: 4, seed: 5 } },
  { capability: 'sound-effects', values: { prompt: own('Rain on a tin roof, then a door slams'), duration: 4, seed: 5 } },
  { capability: generator, values: { prompt: own('Wide stone stairs in low evening sun'), size: '1152*768', seed: 11 } },
  { capability: generator, values: { prompt: own('Dunes at first light, seen from the ridge'), size: '1920*1280', seed: 2 } },
  {
    capability: generator,
    values: { prompt: own('A paper flower, petals folded by hand, soft light'), size: '1024*1024', imageNum: '4', seed: 3 }
  },
  {
    capability: generator,
    values: { prompt: own('A perfume bottle on a pale shelf, its label facing the light'), size: '1024*1024', imageNum: '2', seed: 8 }
  }
]
/** Tasks sent just before the screenshot of the queue, so that some are running. */
const runningTasks: readonly Submission[] = [
  { capability: 'text-to-speech', values: { text: own('Every potter opens the kiln too early once.'), voice: 'celadon' } },
  { capability: 'text-to-video', values: { prompt: own('The sun sets behind layered mountains, slow pan'), duration: 5, seed: 6 } },
  { capability: generator, values: { prompt: own('A calm sea under a wide sky, low horizon'), size: '2048*1152', seed: 21 } }
]
const favourites = [generator, 'imgmodel-image-generator', 'face-swap', 'text-to-video']
const prompt = own('A tall stoneware vase with a cobalt glaze on a round plinth, warm wall behind, soft morning light from the left')

/** Always the same folder, because Settings shows the library's path. */
const scratch = join(tmpdir(), 'kiln-tour')
if (language !== 'en' && process.platform === 'linux' && execFileSync('fc-list', [':lang=zh'], { encoding: 'utf8' }) === '')
  throw new Error('No font has Chinese characters. Install one first, for example the package fonts-noto-cjk.')
await rm(scratch, { recursive: true, force: true })
await mkdir(scratch)
await build()
const { app, page, runtime } = await launchKiln({ userDataDir: join(scratch, 'Kiln'), env: language === 'en' ? {} : chineseEnvironment })
try {
  page.setDefaultTimeout(30_000)
  const camera = await openCamera(page, picturesFolder, language === 'en' ? null : 'wide')

  await page.getByRole('main', { name: say('Welcome') }).waitFor()
  await camera.take('welcome')

  await page.getByRole('button', { name: say('Try the practice service') }).click()
  await page.getByRole('main', { name: say('Gallery') }).waitFor()
  await page.evaluate((chosen) => window.kiln.request('settings.change', { favourites: chosen }), favourites)
  // Tasks are submitted in sequence, so that their order is always the same.
  for (const task of earlierTasks) {
    await submit([task])
    await everythingDone()
  }

  await openForm(sayContract('Image generator 3.0'))
  await page.getByRole('textbox', { name: sayContract('Seed') }).fill('-1')
  await camera.take('compose-not-ready')
  await page.getByRole('radio', { name: '2:3' }).click()
  await page.getByRole('textbox', { name: sayContract('Seed') }).fill('4711')
  await writePrompt(prompt)
  await camera.take('compose', 'all')

  await page.getByRole('button', { name: say('Batch…') }).click()
  await page.getByRole('tab', { name: say('Table') }).click()
  await stubOpenDialogs(app, [await batchTable()])
  await page.getByRole('button', { name: say('Choose a table…') }).click()
  await page
    .getByRole('heading', {
      name: say('{count, number} of {rows} can be sent', {
        count: 27,
        rows: say('{count, plural, one {# row} other {# rows}}', { count: 30 })
      })
    })
    .waitFor()
  await page
    .getByRole('switch', { name: say('Skip these {rows}', { rows: say('{count, plural, one {# row} other {# rows}}', { count: 3 }) }) })
    .click()
  await camera.take('batch')
  await page.keyboard.press('Escape')

  await submit(runningTasks)
  // Each run on the stage also has a button with a price. The last button sends the form.
  await page
    .getByRole('button', { name: new RegExp(`${say(' credits').trim()}$`) })
    .last()
    .click()
  await goTo(say('Queue'))
  await camera.take('queue', 'all')
  await everythingDone()
  await page.getByRole('button', { name: new RegExp(`^${prompt.slice(0, 30)}`) }).click()
  await camera.take('queue-open')

  const [made] = await allTasks()
  const result = made?.results[0]
  if (made === undefined || result === undefined) throw new Error('The requested image is missing.')
  await page
    .getByRole('article', { name: made.title })
    .getByRole('button', { name: say('Result {index}', { index: 1 }) })
    .click()
  await page.getByRole('complementary', { name: say('Recipe') }).waitFor()
  await camera.take('viewer', 'all')
  await page.keyboard.press('Escape')

  await goTo(say('Library'))
  const tiles = page.getByRole('grid', { name: say('Library') }).locator('[data-cell]')
  await tiles.nth(1).click()
  await tiles.nth(3).click({ modifiers: ['Shift'] })
  await page
    .getByRole('toolbar', { name: say('Selected items') })
    .getByText(say('{count, number} selected', { count: 3 }))
    .waitFor()
  await camera.take('library', 'all')
  await page.keyboard.press('Escape')
  await tiles.nth(1).click({ button: 'right' })
  await page.getByRole('menu', { name: say('Actions') }).waitFor()
  await camera.take('context-menu', 'wide')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: say('Search the library') }).fill(own('vase'))
  await tiles.first().locator('mark').waitFor()
  await camera.take('library-search', 'wide')
  await page.getByRole('searchbox', { name: say('Search the library') }).fill('')

  await goTo(say('Gallery'))
  await camera.take('gallery', 'all')

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: say('Keyboard shortcuts') }).waitFor()
  await camera.take('cheat-sheet')
  await page.keyboard.press('Escape')

  await stubOpenDialogs(app, [await pictureFile('vase-raw.webp', own('vase.webp')), await soundFile()])
  await page.keyboard.press('ControlOrMeta+o')
  await page
    .getByRole('dialog', { name: say('Use as input for…') })
    .getByRole('option')
    .first()
    .waitFor()
  await camera.take('files-dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page.getByRole('main', { name: say('User guide') }).waitFor()
  await page.getByRole('button', { name: own('Fill in a form') }).click()
  await page.getByRole('heading', { name: own('Fill in a form') }).waitFor()
  await camera.take('guide')
  await goTo(say('Gallery'))

  await openForm(sayContract('Image generator'))
  await page.getByRole('radio', { name: sayContract('Edit images') }).click()
  await addFile(await pictureFile('vase-raw.webp', own('vase.webp')), await pictureFile('glaze-sea.webp', own('glaze.webp')))
  await page
    .getByRole('group', { name: sayContract('Images') })
    .getByRole('img')
    .nth(1)
    .waitFor()
  await writePrompt(own('Give the vase in image 1 the glaze of image 2, and leave the rim raw'))
  await camera.take('compose-edit')

  await captureForms({ app, page, camera, own, pictureFile, soundFile, mediaFolder })

  await goTo(say('Gallery'))
  await page.getByRole('tab', { name: new RegExp(`^${say('Face swap')}`) }).click()
  await openForm(sayContract('Face swap'))
  await addFile(await pictureFile('people.webp', own('family.webp')))
  await addFile(await pictureFile('people.webp', own('reference.webp'), { left: 605, top: 240, width: 290, height: 290 }))
  await page.getByRole('main').getByRole('img').nth(1).waitFor()
  await camera.take('face-swap')

  await page.getByRole('button', { name: new RegExp(`^${say('Swap face')}`) }).click()
  await expect.poll(async () => (await allTasks())[0]?.phase, { timeout: 60_000 }).toBe('needs_input')
  await goTo(say('Queue'))
  await page
    .getByRole('main')
    .getByRole('button', { name: say('Choose'), exact: true })
    .click()
  await page.getByRole('main', { name: new RegExp(`^${say('Choose faces')}`) }).waitFor()
  // Keyboard shortcuts work once the faces have loaded.
  await page
    .getByRole('list', { name: say('Faces') })
    .getByRole('button')
    .first()
    .waitFor()
  await page.keyboard.press('1')
  await camera.take('faces')
  await page.keyboard.press('Escape')

  await goTo(say('Account'))
  await page.evaluate(() => window.kiln.request('settings.change', { dailyLimit: 200, confirmAbove: 50 }))
  await camera.take('account')

  await goTo(say('Settings'))
  await camera.take('settings')
  await openSettingsPage(say('Connection'))
  await page.getByRole('button', { name: say('Check connection') }).click()
  await page.getByRole('list', { name: say('Connection check results') }).waitFor()
  await camera.take('settings-connection', 'wide')
  await openSettingsPage(say('Network'))
  await page.getByRole('radio', { name: say('Custom proxy') }).click()
  await camera.take('settings-network', 'wide')
  await page.getByRole('button', { name: say('Revert') }).click()
  await openSettingsPage(say('Diagnostics'))
  await camera.take('settings-diagnostics', 'wide')
  await page.getByRole('searchbox', { name: say('Search settings') }).fill(own('limit'))
  await camera.take('settings-search', 'wide')

  await submit([
    { capability: generator, values: { prompt: own('Give the vase in image 1 a pale glaze'), imageUrls: [{ item: result.id }], seed: 12 } },
    { capability: 'text-to-3d', values: { prompt: own('A vase with a narrow neck'), seed: 5 } }
  ])
  // The earlier face tasks are still waiting for a selection.
  await expect.poll(async () => (await allTasks()).slice(0, 2).map(({ phase }) => phase), { timeout: 180_000 }).toEqual(['done', 'done'])
  await openResult(own('Give the vase in image 1 a pale glaze'))
  // The shortcut has no effect until the result's source is known.
  await page.getByRole('radio', { name: say('Slider') }).waitFor()
  await page.keyboard.press('s')
  await page.getByText(say('After: result')).waitFor()
  await camera.take('viewer-before-after')
  await openResult(own('Ridges in evening light, mist in the valleys'))
  await page.getByRole('slider', { name: say('Time') }).fill('1')
  await camera.take('viewer-clip')
  await openResult(own('Rain on a tin roof, then a door slams'))
  await page.locator('main canvas').first().waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await camera.take('viewer-sound')
  await openResult(own('A vase with a narrow neck'))
  await page
    .locator('canvas[data-drawn=true]')
    .or(page.getByRole('heading', { name: say('3D model') }))
    .waitFor()
  await camera.take('viewer-model')
  await openResult(own('A paper flower, petals folded by hand, soft light'))
  await page.keyboard.press('c')
  await page.getByRole('main', { name: say('Compare') }).waitFor()
  await camera.take('compare')
  console.log(`The tour ran on ${runtime === 'electron' ? 'real Electron' : 'the stand-in runtime'}. ${await camera.save()}`)
  await copyScreenshotsToGuide(picturesFolder, language)
  await writeWelcomeImages(picturesFolder, language)
  if (language === 'en' && !(await captureBuildingBlocks(picturesFolder)))
    console.log('No browser is installed for the component page’s screenshot.')
  console.log(`The screenshots are in ${picturesFolder}.`)
} catch (error) {
  await page.screenshot({ path: join(tmpdir(), 'kiln-tour-stopped.png') })
  throw error
} finally {
  await app.close()
  await rm(scratch, { recursive: true, force: true })
}

async function submit(submissions: readonly Submission[]): Promise<void> {
  for (const submission of submissions) {
    const outcome = await page.evaluate((sent) => window.kiln.request('task.submit', JSON.parse(sent)), JSON.stringify(submission))
    expect(outcome).toMatchObject({ ok: true })
  }
}

/** Returns all tasks, newest first. */
async function allTasks(): Promise<readonly Task[]> {
  const outcome = await page.evaluate(() => window.kiln.request('task.list', undefined))
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}

async function everythingDone(): Promise<void> {
  const phases = async () => [...new Set((await allTasks()).map(({ phase }) => phase))]
  await expect.poll(phases, { timeout: 180_000 }).toEqual(['done'])
}

async function goTo(place: string): Promise<void> {
  await page.getByRole('button', { name: place, exact: false }).first().click()
  await page.getByRole('main', { name: place }).waitFor()
}

async function openSettingsPage(name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
}

/** Opens a result through the command palette. */
async function openResult(title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: say('Search or run a command') }).fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await page
    .getByRole('complementary', { name: say('Recipe') })
    .getByText(title)
    .first()
    .waitFor()
}

async function openForm(title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).first().click()
  await page
    .getByRole('textbox')
    .or(page.getByRole('button', { name: say('Browse…') }))
    .first()
    .waitFor()
}

async function writePrompt(text: string): Promise<void> {
  await page.getByRole('textbox', { name: sayContract('Prompt') }).click()
  await page.keyboard.insertText(text)
}

/** Adds files to the first empty media field. Replaces the system's file dialog, which Browse opens. */
async function addFile(...paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
  }, paths)
  await page
    .getByRole('button', { name: say('Browse…') })
    .first()
    .click()
  // Waits until all files are shown. Before that, the same button could receive the next file too.
  for (const path of paths) await page.getByRole('main').getByText(basename(path)).first().waitFor()
}

/** Creates a CSV table for a batch and returns its path. Three of its rows can't be sent unchanged. */
async function batchTable(): Promise<string> {
  const things = ['vase', 'bowl', 'jar'].map(own)
  const glazes = ['celadon', 'iron', 'cobalt'].map(own)
  const rows = Array.from({ length: 30 }, (_, place) => {
    const row = [
      `"${own('A {thing}, {glaze} glaze, on linen')
        .replace('{thing}', things[place % 3] ?? '')
        .replace('{glaze}', glazes[place % 7] ?? own('ash'))}"`,
      place === 13 ? '99*99' : '1024*1024',
      place === 5 ? own('any') : place + 1,
      own('Anna')
    ]
    return (place === 26 ? [...row, own('urgent')] : row).join(',')
  })
  const path = join(scratch, own('spring collection.csv'))
  await writeFile(
    path,
    [[sayContract('Prompt'), sayContract('Size'), sayContract('Seed'), own('Requested by')].join(','), ...rows].join('\n')
  )
  return path
}

/** Saves one of the practice service's images, or a part of it. `name`: a file name that the user could have chosen. Returns the path. */
async function pictureFile(scene: string, name: string, part?: Region): Promise<string> {
  const path = join(scratch, name)
  const picture = sharp(join(mediaFolder, scene))
  await (part === undefined ? picture : picture.extract(part)).toFile(path)
  return path
}

/** Creates an audio file of twelve seconds and returns its path. It has two quiet tones of slightly different frequencies. */
async function soundFile(): Promise<string> {
  const path = join(scratch, own('my voice.wav'))
  const rate = 16_000
  const tone = Float32Array.from({ length: 12 * rate }, (_, at) => 0.2 * Math.sin((at * 440) / rate) + 0.2 * Math.sin((at * 443) / rate))
  await writeFile(path, encodeWav([tone], rate))
  return path
}
