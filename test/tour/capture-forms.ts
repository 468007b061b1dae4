import { join } from 'node:path'
import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test'
import type { Region } from 'sharp'
import { stubOpenDialogs } from '../e2e/open-window.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import type { Camera } from './camera.ts'

type Studio = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly camera: Camera
  /** Translates a text that the simulated user enters into the tour's language. */
  readonly own: (english: string) => string
  /** Saves one of the practice service's images, or a part of it. `name`: a file name that the user could have chosen. Returns the path. */
  readonly pictureFile: (scene: string, name: string, part?: Region) => Promise<string>
  /** Folder with the practice service's media. */
  readonly mediaFolder: string
  /** Creates an audio file of a few seconds. */
  readonly soundFile: () => Promise<string>
}

/** Captures ten different forms, each filled in as if by a user. Also captures two dialogs that help to fill them in. */
export async function captureForms({ app, page, camera, own, pictureFile, mediaFolder, soundFile }: Studio): Promise<void> {
  const main = page.getByRole('main')

  async function open(title: string): Promise<void> {
    await page.getByRole('navigation').getByText(say('Gallery')).first().click()
    const gallery = page.getByRole('main', { name: say('Gallery') })
    await gallery.getByRole('searchbox').or(gallery.getByRole('textbox')).first().fill(title)
    await gallery.getByRole('button', { name: title, exact: true }).first().click()
    await page.getByRole('main', { name: title, exact: true }).waitFor()
  }
  /** Adds files to the first empty media field in `place`, a form or group. Replaces the system's file dialog, which Browse opens. */
  async function addTo(place: Locator, ...paths: string[]): Promise<void> {
    const slots = page.locator('figure[data-slot]')
    const before = await slots.count()
    await stubOpenDialogs(app, paths)
    await place
      .getByRole('button', { name: say('Browse…') })
      .first()
      .click()
    await expect(slots).toHaveCount(before + paths.length)
  }
  async function write(name: string | RegExp, text: string, place: Locator | Page = page): Promise<void> {
    await place.getByRole('textbox', { name }).first().click()
    await page.keyboard.insertText(text)
  }
  async function take(view: string, sizes?: 'both' | 'wide'): Promise<void> {
    await page.evaluate((staysScrolled) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (!staysScrolled) document.querySelector('main [role=group][tabindex]')?.scrollTo(0, 0)
    }, view === 'form-json')
    await camera.take(view, sizes)
  }

  await open(sayContract('Text to speech'))
  await write(sayContract('Text'), own('Every potter opens the kiln too early once. After that, you wait for the colour, not the clock.'))
  await page.getByRole('radio', { name: sayContract('Celadon') }).click()
  await take('form-speech', 'wide')

  await open(sayContract('Image to video'))
  await addTo(main, await pictureFile('stairs.webp', own('stairs.jpg')))
  await addTo(main, await pictureFile('still-hero.webp', own('still.jpg')))
  await write(
    sayContract('Prompt'),
    own('The camera comes down the stairs and rests on the table as the light shifts from noon to evening')
  )
  await page.getByText(say('More parameters')).click()
  await page.getByRole('textbox', { name: sayContract('Blend') }).fill('0.6')
  await page
    .getByRole('group', { name: sayContract('Camera motion') })
    .getByLabel(sayContract('Type'))
    .selectOption({ label: sayContract('Dolly') })
  await page.getByRole('radio', { name: '1080p' }).click()
  await take('form-two-frames')

  await open(sayContract('Inpainting'))
  await addTo(main, await pictureFile('vase-1.webp', own('vase.jpg')))
  await write(sayContract('Prompt'), own('A glaze of deep cobalt that runs and pools at the foot'))
  await page.getByRole('button', { name: say('Paint a mask…') }).click()
  await paintVase(page)
  await camera.take('form-mask-painter')
  await page.getByRole('button', { name: say('Use mask') }).click()
  await page.getByText(`${say('{name} mask', { name: own('vase.jpg').replace('.jpg', '') })}.png`).waitFor()
  await take('form-inpainting', 'wide')

  await open(sayContract('Multi-face swap'))
  await addTo(main, await pictureFile('people.webp', own('family.jpg')))
  const faces = [
    { left: 605, top: 240, width: 290, height: 290 },
    { left: 250, top: 190, width: 290, height: 290 }
  ] as const
  for (const [index, part] of faces.entries()) {
    if (index > 0)
      await page.getByRole('button', { name: say('Add another {word}', { word: sayContract('Face pair').toLowerCase() }) }).click()
    const pair = page.getByRole('group', { name: `${sayContract('Face pair')} ${index + 1}` })
    await pair.getByRole('textbox', { name: sayContract('Position') }).fill(String(index + 2))
    await addTo(pair, await pictureFile('people.webp', `face-${index + 1}.jpg`, part))
  }
  await take('form-faces')

  await open(sayContract('Song generator'))
  await page.getByRole('radio', { name: sayContract('From lyrics') }).click()
  const parts = [
    ['Verse', 'The door is bricked up, the fire is low,\nwe sit beside the wall.'],
    ['Chorus', 'Nine hundred, a thousand, and slow,\nand nobody speaks at all.']
  ] as const
  for (const [index, [kind, text]] of parts.entries()) {
    if (index > 0)
      await page.getByRole('button', { name: say('Add another {word}', { word: sayContract('Section').toLowerCase() }) }).click()
    const part = page.getByRole('group', { name: `${sayContract('Section')} ${index + 1}` })
    await part.getByRole('radio', { name: sayContract(kind) }).click()
    await write(sayContract('Lyrics'), own(text), part)
  }
  await write(sayContract('Style'), own('Warm folk with a cello, close and unhurried'))
  await page.getByRole('radio', { name: sayContract('Alto') }).click()
  await take('form-song', 'wide')

  await open(sayContract('Multi-view to 3D'))
  const views = page.getByRole('group', { name: sayContract('Views') })
  for (const [scene, name] of [
    ['vase-1.webp', 'front.jpg'],
    ['vase-2.webp', 'back.jpg'],
    ['vase-3.webp', 'left.jpg']
  ] as const)
    await addTo(views, await pictureFile(scene, own(name)))
  await take('form-3d', 'wide')

  await open(sayContract('Film look'))
  await addTo(main, await pictureFile('dune.webp', own('dune.jpg')))
  await page.getByRole('radio', { name: sayContract('Mono') }).click()
  await page
    .getByRole('complementary', { name: say('Parameters') })
    .getByRole('textbox', { name: sayContract('Tint'), exact: true })
    .fill('#c8a58a')
  await page.getByText(say('More parameters')).click()
  const border = page.getByRole('group', { name: sayContract('Border') })
  await border.getByRole('textbox', { name: sayContract('Width') }).fill('4')
  await border.getByRole('textbox', { name: sayContract('Colour'), exact: true }).fill('#f3efe6')
  await take('form-film', 'wide')

  await open(sayContract('Video upscaler'))
  await addTo(main, join(mediaFolder, 'clip-16x9.mp4'))
  await page.getByRole('radio', { name: '4×', exact: true }).click()
  await take('form-upscaler', 'wide')

  await open(sayContract('Voice cloning'))
  const sound = await soundFile()
  await addTo(main, sound)
  await write(sayContract('Text'), own('This is my voice, a little slower than usual.'))
  await page.getByRole('checkbox', { name: sayContract('Consent confirmed') }).click()
  await take('form-voice')

  await open(sayContract('Pose to image'))
  await write(sayContract('Prompt'), own('Two potters at one wheel, seen from above'))
  const control = page.getByRole('group', { name: `${sayContract('Control image')} 1` })
  await control.getByRole('radio', { name: sayContract('Pose') }).click()
  await addTo(control, await pictureFile('people.webp', own('pose.jpg')))
  const editor = page.getByRole('textbox', { name: sayContract('Pose keypoints') })
  await editor.fill('[\n  [[0.31, 0.22], [0.34, 0.4], [0.3, 0.61]],\n  [[0.62, 0.2], [0.6, 1.39]]\n]')
  await page
    .getByRole('button', { name: say('Line {line, number}', { line: 3 }) })
    .last()
    .scrollIntoViewIfNeeded()
  await take('form-json')

  await open(sayContract('Background removal'))
  await page.getByRole('button', { name: say('Choose from the library: {name}', { name: sayContract('Image') }) }).click()
  await page.getByRole('option').nth(4).waitFor()
  await camera.take('form-library', 'wide')
  await page.keyboard.press('Escape')
}

/** Paints over the vase as if by hand, from the neck down. */
async function paintVase(page: Page): Promise<void> {
  const stage = page.getByRole('application')
  const box = await stage.locator('[data-media]').boundingBox()
  if (box === null) throw new Error('The mask painter isn’t rendered.')
  const strokes = [
    {
      brush: '34',
      line: [
        [0.485, 0.25],
        [0.487, 0.33],
        [0.485, 0.42],
        [0.484, 0.46]
      ]
    },
    {
      brush: '72',
      line: [
        [0.485, 0.5],
        [0.44, 0.58],
        [0.43, 0.62],
        [0.48, 0.6],
        [0.54, 0.6],
        [0.545, 0.63],
        [0.49, 0.68],
        [0.485, 0.73]
      ]
    }
  ] as const
  for (const { brush, line } of strokes) {
    await page.getByRole('slider', { name: say('Brush size') }).fill(brush)
    for (const [place, [x, y]] of line.entries()) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 6 })
      if (place === 0) await page.mouse.down()
    }
    await page.mouse.up()
  }
}
