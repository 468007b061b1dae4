import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import type { Region } from 'sharp'
import type { Task } from '../../shared/task.ts'
import type { Values } from '../../shared/values.ts'
import { answerOpenDialog } from '../e2e/open-window.ts'
import { launchKiln } from '../e2e/launch-kiln.ts'
import { build } from '../tools/build.ts'
import { takeBuildingBlocks } from './building-blocks.ts'
import { openCamera } from './camera.ts'
import { waveFile } from '../../renderer/fields/wave-file.ts'
import { copyForGuide } from './guide-pictures.ts'
import { takePicturesOfForms } from './form-pictures.ts'

/**
 * `npm run tour`: runs the main job with the practice service, without a screen, and writes a picture of every view on the way.
 * The README shows the best of them.
 */
const picturesFolder = join(import.meta.dirname, 'pictures')
const mediaFolder = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media')
const generator = 'imgmodel-3-0-image-generator'

type Submission = { readonly capability: string; readonly values: Values }

/** What has been made before the visitor comes, oldest first; sent straight to main. */
const earlierTasks: readonly Submission[] = [
  { capability: 'text-to-video', values: { prompt: 'Ridges in evening light, mist in the valleys', duration: 3, seed: 5 } },
  { capability: 'sound-effects', values: { prompt: 'Rain on a tin roof, then a door', duration: 4, seed: 5 } },
  { capability: generator, values: { prompt: 'Wide stone stairs in low evening sun', size: '1152*768', seed: 11 } },
  { capability: generator, values: { prompt: 'Dunes at first light, seen from the ridge', size: '1920*1280', seed: 2 } },
  {
    capability: generator,
    values: { prompt: 'A paper flower, petals folded by hand, soft light', size: '1024*1024', imageNum: '4', seed: 3 }
  },
  {
    capability: generator,
    values: { prompt: 'A perfume bottle on a pale shelf, its label to the light', size: '1024*1024', imageNum: '2', seed: 8 }
  }
]
/** Sent just before the picture of the queue, so that something is on its way there. */
const tasksUnderWay: readonly Submission[] = [
  { capability: 'text-to-speech', values: { text: 'Every kiln has a door that is opened too early once.', voice: 'celadon' } },
  { capability: 'text-to-video', values: { prompt: 'Snow falls on a street at night, lamps out of focus', duration: 5, seed: 6 } },
  { capability: generator, values: { prompt: 'A calm sea under a wide sky, the horizon low', size: '2048*1152', seed: 21 } }
]
const favourites = [generator, 'imgmodel-image-generator', 'face-swap', 'text-to-video']
const prompt = 'A tall stoneware vase with a cobalt glaze on a round plinth, warm wall behind, soft morning light from the left'

/** Always the same folder: Settings shows where the library is. */
const scratch = join(tmpdir(), 'kiln-tour')
await rm(scratch, { recursive: true, force: true })
await mkdir(scratch)
await build()
const { app, page, runtime } = await launchKiln({ userDataDir: join(scratch, 'Kiln') })
try {
  page.setDefaultTimeout(30_000)
  const camera = await openCamera(page, picturesFolder)

  await page.getByRole('main', { name: 'Welcome' }).waitFor()
  await camera.take('welcome')

  await page.getByRole('button', { name: 'Try it with the practice service' }).click()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await page.evaluate((chosen) => window.kiln.request('settings.change', { favourites: chosen }), favourites)
  // One after the other, so that they stand in the same order every time.
  for (const task of earlierTasks) {
    await submit([task])
    await everythingDone()
  }

  await openForm('Image generator 3.0')
  await page.getByRole('textbox', { name: 'Seed' }).fill('-1')
  await camera.take('compose-not-ready')
  await page.getByRole('radio', { name: '2:3' }).click()
  await page.getByRole('textbox', { name: 'Seed' }).fill('4711')
  await writePrompt(prompt)
  await camera.take('compose', 'all')

  await page.getByRole('button', { name: 'Batch…' }).click()
  await page.getByRole('tab', { name: 'Table' }).click()
  await answerOpenDialog(app, [await batchTable()])
  await page.getByRole('button', { name: 'Choose a table…' }).click()
  await page.getByRole('heading', { name: '27 of 30 rows can go' }).waitFor()
  await page.getByRole('switch', { name: 'Leave these 3 out' }).click()
  await camera.take('batch')
  await page.keyboard.press('Escape')

  await submit(tasksUnderWay)
  await page.getByRole('button', { name: /credits$/ }).click()
  await goTo('Queue')
  await camera.take('queue', 'all')
  await everythingDone()
  await page.getByRole('button', { name: new RegExp(`^${prompt.slice(0, 30)}`) }).click()
  await camera.take('queue-open')

  const [made] = await allTasks()
  const result = made?.results[0]
  if (made === undefined || result === undefined) throw new Error('The picture that was asked for is not there.')
  await page.getByRole('article', { name: made.title }).getByRole('button', { name: /^Open/ }).first().click()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await camera.take('viewer', 'all')
  await page.keyboard.press('Escape')

  await goTo('Library')
  const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
  await tiles.nth(1).click()
  await tiles.nth(3).click({ modifiers: ['Shift'] })
  await page.getByRole('toolbar', { name: 'Selected' }).getByText('3 selected').waitFor()
  await camera.take('library', 'all')
  await page.keyboard.press('Escape')
  await tiles.nth(1).click({ button: 'right' })
  await page.getByRole('menu', { name: 'What can be done with it' }).waitFor()
  await camera.take('context-menu', 'wide')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('vase')
  await tiles.first().locator('mark').waitFor()
  await camera.take('library-search', 'wide')
  await page.getByRole('searchbox', { name: 'Search the library' }).fill('')

  await goTo('Gallery')
  await camera.take('gallery', 'all')

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await camera.take('cheat-sheet')
  await page.keyboard.press('Escape')

  await answerOpenDialog(app, [await pictureFile('vase-raw.webp', 'vase.webp'), await soundFile()])
  await page.keyboard.press('ControlOrMeta+o')
  await page.getByRole('dialog', { name: 'Use as input of…' }).getByRole('option').first().waitFor()
  await camera.take('files-dialog')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F1')
  await page.getByRole('main', { name: 'User guide' }).waitFor()
  await page.getByRole('button', { name: 'Fill in a form' }).click()
  await page.getByRole('heading', { name: 'Fill in a form' }).waitFor()
  await camera.take('guide')
  await goTo('Gallery')

  await openForm('Image generator')
  await page.getByRole('radio', { name: 'Edit images' }).click()
  await addFile(await pictureFile('vase-raw.webp', 'vase.webp'), await pictureFile('glaze-sea.webp', 'glaze.webp'))
  await page.getByRole('group', { name: 'Images' }).getByRole('img').nth(1).waitFor()
  await writePrompt('Give the vase in image 1 the glaze of image 2, and leave the rim raw')
  await camera.take('compose-edit')

  await takePicturesOfForms({ app, page, camera, pictureFile, soundFile, mediaFolder })

  await goTo('Gallery')
  await page.getByRole('tab', { name: /^Face swap/ }).click()
  await openForm('Face swap')
  await addFile(await pictureFile('people.webp', 'family.webp'))
  await addFile(await pictureFile('people.webp', 'reference.webp', { left: 605, top: 240, width: 290, height: 290 }))
  await page.getByRole('main').getByRole('img').nth(1).waitFor()
  await camera.take('face-swap')

  await page.getByRole('button', { name: /^Swap the face/ }).click()
  await expect.poll(async () => (await allTasks())[0]?.phase, { timeout: 60_000 }).toBe('needs_input')
  await goTo('Queue')
  await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
  await page.getByRole('main', { name: /^Choose faces/ }).waitFor()
  await page.keyboard.press('1')
  await camera.take('faces')
  await page.keyboard.press('Escape')

  await goTo('Account')
  await page.evaluate(() => window.kiln.request('settings.change', { dailyLimit: 200, confirmAbove: 50 }))
  await camera.take('account')

  await goTo('Settings')
  await camera.take('settings')

  await submit([
    { capability: generator, values: { prompt: 'Give the vase of image 1 a warm glaze', imageUrls: [{ item: result.id }], seed: 12 } },
    { capability: 'text-to-3d', values: { prompt: 'A vase with a narrow neck', seed: 5 } }
  ])
  // The faces before still wait for a choice.
  await expect.poll(async () => (await allTasks()).slice(0, 2).map(({ phase }) => phase), { timeout: 180_000 }).toEqual(['done', 'done'])
  await openResult('Give the vase of image 1')
  await page.keyboard.press('s')
  await page.getByText('After: seed 12').waitFor()
  await camera.take('viewer-before-after')
  await openResult('Ridges in evening light')
  await page.getByRole('slider', { name: 'Time' }).fill('1')
  await camera.take('viewer-clip')
  await openResult('Rain on a tin roof')
  await page.locator('main canvas').first().waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await camera.take('viewer-sound')
  await openResult('A vase with a narrow neck')
  await page
    .locator('canvas[data-drawn=true]')
    .or(page.getByRole('heading', { name: 'A 3D model' }))
    .waitFor()
  await camera.take('viewer-model')
  await openResult('A paper flower')
  await page.keyboard.press('c')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  await camera.take('compare')
  console.log(`The tour ran on ${runtime === 'electron' ? 'real Electron' : 'the stand-in runtime'}. ${await camera.develop()}`)
  await copyForGuide(picturesFolder)
  if (!(await takeBuildingBlocks(picturesFolder))) console.log('There is no browser here to take the building blocks with.')
  console.log(`The pictures are in ${picturesFolder}.`)
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

/** Newest first. */
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

/** Through "Search or do". */
async function openResult(title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or do' }).fill(title)
  await page.getByRole('option', { name: title }).first().click()
  await page.getByRole('complementary', { name: 'Recipe' }).getByText(title).first().waitFor()
}

async function openForm(title: string): Promise<void> {
  await page.getByRole('button', { name: title, exact: true }).first().click()
  await page
    .getByRole('textbox')
    .or(page.getByRole('button', { name: 'Browse…' }))
    .first()
    .waitFor()
}

async function writePrompt(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).click()
  await page.keyboard.insertText(text)
}

/** Browses for files in the first empty place; the system's dialog answers with these. */
async function addFile(...paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths })
  }, paths)
  await page.getByRole('button', { name: 'Browse…' }).first().click()
}

/** A table for a batch, with three lines that can't be sent as they are. */
async function batchTable(): Promise<string> {
  const things = ['vase', 'bowl', 'jar']
  const glazes = ['celadon', 'iron', 'cobalt']
  const rows = Array.from({ length: 30 }, (_, place) => {
    const row = [
      `"A ${things[place % 3]}, ${glazes[place % 7] ?? 'ash'} glaze, on linen"`,
      place === 13 ? '99*99' : '1024*1024',
      place === 5 ? 'any' : place + 1,
      'Anna'
    ]
    return (place === 26 ? [...row, 'urgent'] : row).join(',')
  })
  const path = join(scratch, 'spring collection.csv')
  await writeFile(path, ['Prompt,Size,Seed,Asked for by', ...rows].join('\n'))
  return path
}

/** One of the practice service's scenes as a person's own file, or a part of it. */
async function pictureFile(scene: string, name: string, part?: Region): Promise<string> {
  const path = join(scratch, name)
  const picture = sharp(join(mediaFolder, scene))
  await (part === undefined ? picture : picture.extract(part)).toFile(path)
  return path
}

/** Twelve seconds of two quiet tones, one a little beside the other. */
async function soundFile(): Promise<string> {
  const path = join(scratch, 'my voice.wav')
  const rate = 16_000
  const tone = Float32Array.from({ length: 12 * rate }, (_, at) => 0.2 * Math.sin((at * 440) / rate) + 0.2 * Math.sin((at * 443) / rate))
  await writeFile(path, waveFile([tone], rate))
  return path
}
