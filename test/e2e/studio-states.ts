import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { PracticeOptions } from '../../electron/practice/practice-service.ts'
import type { JsonSchema } from '../../shared/form/json-schema.ts'
import { encodeWav } from '../../renderer/fields/encode-wav.ts'
import { type AppFixture, stubOpenDialogs } from './open-window.ts'
import { generator, make, mediaFolder, waitForNewestTaskPhase, openFormByPalette, submit } from './stage-states.ts'

const image = join(mediaFolder, 'people.webp')
const pixels: JsonSchema = { type: 'integer', minimum: 0, maximum: 4096 }

/** Service options for `forEachStudioState`. They add a required field whose box is drawn on the image. */
export const studioOptions: PracticeOptions = {
  contractMoves: [
    {
      kind: 'set-field',
      capability: 'background-removal',
      field: 'region',
      schema: {
        type: 'object',
        title: 'Region',
        required: ['x', 'y', 'width', 'height'],
        properties: { x: pixels, y: pixels, width: pixels, height: pixels }
      },
      isRequired: true
    }
  ]
}

/**
 * Opens the views around the stage one after the other, and calls `look` with the name of each. They are drafts, the selection and its
 * actions, the viewer, Compare, the queue, and all media editors. Requires a connected account and `studioOptions`.
 */
export async function forEachStudioState(fixture: AppFixture, look: (state: string) => Promise<void>): Promise<void> {
  await openDrafts(fixture, look)
  await openSelection(fixture, look)
  await openQueue(fixture, look)
  await openEditors(fixture, look)
}

async function closeDialog({ kiln: { page } }: AppFixture): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function openDrafts({ kiln: { page, app } }: AppFixture, look: (state: string) => Promise<void>): Promise<void> {
  await openFormByPalette(page, 'Image to video')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Dunes in the wind, seen from far above')
  await page.getByRole('button', { name: 'New draft' }).press('Enter')
  await page.getByRole('list', { name: 'Drafts' }).getByRole('listitem').nth(1).waitFor()
  await stubOpenDialogs(app, [image])
  await page.getByRole('button', { name: 'Browse…' }).first().press('Enter')
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The four of them look up')
  await page.getByRole('radio', { name: '1080p' }).press(' ')
  await page.getByText('× 2 for 1080p').waitFor()
  await look('drafts, and a price with its sum')
}

async function openSelection(fixture: AppFixture, look: (state: string) => Promise<void>): Promise<void> {
  const { page } = fixture.kiln
  await make(page, generator, { prompt: 'A clay bowl', size: '1024*1024', imageNum: '2', seed: 1 })
  await make(page, generator, { prompt: 'A clay vase', size: '1024*1024', seed: 2 })
  await page.keyboard.press('ControlOrMeta+3')
  const grid = page.getByRole('grid', { name: 'Library' })
  await grid.locator('[data-cell]').first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page
    .getByRole('toolbar', { name: 'Selected items' })
    .getByRole('button', { name: /^Upscale 3/ })
    .waitFor()
  await look('selection with actions')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option', { name: /^Upscale 3/ }).waitFor()
  await look('palette with a selection')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('Photo restoration')
  await page
    .getByRole('option', { name: /3.*Photo restoration/ })
    .first()
    .press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^One task for all/ })
    .waitFor()
  await look('question about several results')
  await closeDialog(fixture)

  await grid
    .getByRole('gridcell', { name: /^A clay bowl/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Results from this task' }).waitFor()
  await look('viewer with a row of results')
  await page.keyboard.press('Escape')
  await grid.locator('[data-cell]').first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar', { name: 'Selected items' }).getByRole('button', { name: 'Compare' }).press('Enter')
  await page.getByRole('main', { name: 'Compare' }).waitFor()
  await look('comparison')
  await page.keyboard.press('Escape')
}

async function openQueue(fixture: AppFixture, look: (state: string) => Promise<void>): Promise<void> {
  const { page } = fixture.kiln
  fixture.service.faults.add({ on: 'submit', times: 2, do: { kind: 'fail-task' } })
  for (const seed of [3, 4]) {
    await submit(page, generator, { prompt: 'A clay plate', seed })
    await waitForNewestTaskPhase(page, 'failed')
  }
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('button', { name: 'Pause sending' }).press('Enter')
  await page.getByText('Sending is paused').waitFor()
  await submit(page, generator, { prompt: 'A clay lamp', seed: 5 })
  await page.getByRole('article', { name: 'A clay lamp' }).waitFor()
  await look('paused queue')
  await page.getByRole('button', { name: 'Retry all failed' }).press('Enter')
  await page
    .getByRole('dialog', { name: 'Retry all failed' })
    .getByRole('button', { name: /^Retry 2 tasks/ })
    .waitFor()
  await look('question before all failed tasks are sent again')
  await closeDialog(fixture)
}

async function openEditors(fixture: AppFixture, look: (state: string) => Promise<void>): Promise<void> {
  const { page, app } = fixture.kiln
  const video = join(mediaFolder, 'clip-16x9.mp4')
  const audio = join(fixture.folder, 'voice.wav')
  await writeFile(audio, encodeWav([Float32Array.from({ length: 40_000 }, (_, index) => Math.sin(index / 20) / 2)], 8000))
  for (const { form, file, button, editor, before } of [
    { form: 'Object removal', file: image, button: 'Paint a mask…', editor: 'Paint a mask' },
    { form: 'Background removal', file: image, button: 'Draw the box…', editor: 'Draw a box' },
    { form: 'Outpainting', file: image, button: 'Drag the edges…', editor: 'Extend the image' },
    { form: 'Multi-face swap', file: image, button: 'Choose the face…', editor: 'Choose a face' },
    { form: 'Image upscaler', file: image, button: 'Crop Image', editor: 'Crop image' },
    { form: 'Image to 3D', file: video, button: 'Choose a frame…', editor: 'Choose a frame' },
    { form: 'Slow motion', file: video, button: 'Choose on the video…', editor: 'Choose start and end' },
    { form: 'Video inpainting', file: video, button: 'Choose the point…', editor: 'Choose a point', before: 'Point' },
    { form: 'Audio repair', file: audio, button: 'Choose on the waveform…', editor: 'Choose start and end' }
  ]) {
    await openFormByPalette(page, form)
    await stubOpenDialogs(app, [file])
    await page.getByRole('button', { name: 'Browse…' }).first().press('Enter')
    if (before !== undefined) await page.getByRole('radio', { name: before }).press(' ')
    await page.getByRole('button', { name: button }).first().press('Enter')
    const dialog = page.getByRole('dialog', { name: editor })
    await dialog.waitFor()
    // The drawing area replaces its placeholder when the media has loaded.
    await expect(dialog.getByRole('slider').or(dialog.getByRole('application')).first()).toBeVisible()
    await look(`${form}: ${editor}`)
    await closeDialog(fixture)
  }
}
