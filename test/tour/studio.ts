import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openPracticeService } from '../../electron/practice/practice-service.ts'
import type { Values } from '../../shared/form/values.ts'
import { launchKiln } from '../e2e/launch-kiln.ts'
import { connect, stubOpenDialogs, tasksOf } from '../e2e/open-window.ts'
import { build } from '../tools/build.ts'
import { openCamera } from './camera.ts'
import { captureDrafts, capturePopovers, captureQueueStates, takePopover } from './studio-views.ts'

/**
 * Part of `npm run tour`. Captures the stage of a form in each medium and state, and the popovers of a form. A practice service in this
 * process can keep tasks in a state. Arguments are names of views, such as `stage-failed`. With arguments, only these are saved.
 */
const wanted = process.argv.slice(2)
const picturesFolder = join(import.meta.dirname, 'pictures')
const mediaFolder = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media')
const portrait = join(mediaFolder, 'people.webp')
const generator = 'imgmodel-3-0-image-generator'
const batchSize = 8
const flower = { prompt: 'A paper flower, petals folded by hand, soft light', size: '1024*1024', imageNum: '4', seed: 3 }

const scratch = join(tmpdir(), 'kiln-tour-studio')
await rm(scratch, { recursive: true, force: true })
await mkdir(scratch)
await build()
const service = await openPracticeService({ timeScale: 0.1 })
const { app, page } = await launchKiln({ userDataDir: join(scratch, 'Kiln') })
const runs = page.getByRole('list', { name: 'Runs' })
try {
  page.setDefaultTimeout(60_000)
  const camera = await openCamera(page, picturesFolder)
  const take: typeof camera.take = async (view, sizes = 'sample') => {
    if (wanted.length === 0 || wanted.includes(view)) await camera.take(view, sizes)
  }
  const studio = { app, page, service, take, openForm, submit, phaseIs, mediaFolder }
  await connect(page, service.url, service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()

  await make('text-to-video', { prompt: 'Ridges in evening light, mist in the valleys', duration: 4, seed: 5 })
  await make('sound-effects', { prompt: 'Rain on a tin roof, then a door slams', duration: 4, seed: 5 })
  await make('text-to-3d', { prompt: 'A vase with a narrow neck', seed: 5 })
  await openForm('Text to video')
  await take('stage-video', 'all')
  await openForm('Sound effects')
  await take('stage-audio', 'all')
  await openForm('Text to 3D')
  await page
    .locator('canvas[data-drawn=true]')
    .or(page.getByRole('heading', { name: '3D model' }))
    .waitFor()
  await take('stage-3d', 'all')

  await make(generator, { prompt: 'Wide stone stairs in low evening sun', size: '1152*768', seed: 11 })
  await make(generator, { prompt: 'Wide stone stairs in the first light of the day', size: '1024*1024', seed: 4711 })
  await openForm('Image generator 3.0')
  await take('stage-one', 'all')
  await make(generator, flower)
  await expect(runs.getByRole('button', { name: /^Open A paper flower/ })).toHaveCount(4)
  await take('stage-four', 'all')

  await runs
    .getByRole('button', { name: /^Open A paper flower/ })
    .nth(1)
    .press('4')
  await page.keyboard.press(' ')
  await page.getByRole('group', { name: 'Large view' }).waitFor()
  await take('stage-large')
  await page.keyboard.press('Escape')
  await runs.locator('[data-output]:focus').waitFor()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: 'Result' }).waitFor()
  await take('stage-context-menu')
  await page.keyboard.press('Escape')
  await takePopover(studio, 'stage-actions', 'More actions')
  await page.evaluate(() => window.kiln.request('settings.change', { confirmAbove: 20 }))
  await runs.getByRole('button', { name: 'Run again' }).last().click()
  await page.getByRole('dialog', { name: 'Run again' }).waitFor()
  await take('stage-question')
  await page.keyboard.press('Escape')
  await page.evaluate(() => window.kiln.request('settings.change', { confirmAbove: null }))

  await takePopover(studio, 'form-examples', 'Examples')
  await takePopover(studio, 'form-prompt-history', 'Prompt history')
  await takePopover(studio, 'form-presets', 'Presets')
  await page.getByRole('button', { name: 'Close parameters' }).click()
  await take('form-closed-panel', 'both')
  await takePopover(studio, 'form-chip', /^Size/)
  await page.getByRole('button', { name: 'Parameters' }).click()

  await captureDrafts(studio)
  await openForm('Image generator 3.0')
  // Queries report this status, so that the tasks stay as they are while the screenshots are taken.
  service.faults.add({ on: 'query', times: 100_000, do: { kind: 'status', status: 'processing' } })
  await submit(generator, { prompt: 'A paper flower in the rain', size: '1024*1024', imageNum: '4', seed: 4 })
  await phaseIs('running')
  await take('stage-running', 'all')
  service.faults.clear()
  await phaseIs('done')

  service.faults.add({ on: 'submit', do: { kind: 'fail-task', errorDetail: 'The prompt is too vague.' } })
  await submit(generator, { prompt: 'Something nice', size: '1152*768', seed: 5 })
  await phaseIs('failed')
  await take('stage-failed', 'all')

  await stubOpenDialogs(app, [portrait])
  const photos = await page.evaluate(() =>
    window.kiln.request('media.browse', { capability: 'face-swap', field: 'targetImageUrl', many: false })
  )
  const draft = photos.ok ? (photos.value[0]?.draft ?? '') : ''
  await submit('face-swap', { targetImageUrl: { draft }, referenceFaceImageUrl: { draft } })
  await phaseIs('needs_input')
  await openForm('Face swap')
  await take('stage-needs-input', 'all')

  await page.keyboard.press('ControlOrMeta+3')
  const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
  await tiles.first().click()
  await tiles.nth(2).click({ modifiers: ['Shift'] })
  await page.getByRole('toolbar', { name: 'Selected items' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option', { name: /^Upscale 3/ }).waitFor()
  await take('palette-selection')
  await page.keyboard.press('Escape')

  await capturePopovers(studio)
  await captureQueueStates(studio)
  await openForm('Image generator 3.0')
  service.faults.add({ on: 'query', capability: generator, times: 100_000, do: { kind: 'status', status: 'processing' } })
  await startBatch()
  await expect
    .poll(async () => (await tasksOf(page)).filter(({ phase, capability }) => phase === 'running' && capability === generator).length, {
      timeout: 60_000
    })
    .toBe(batchSize)
  await take('stage-batch')
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await take('queue-batch')
  service.faults.clear()
  await phaseIs('done')

  service.faults.add({
    on: 'submit',
    times: 100_000,
    do: { kind: 'error', httpStatus: 401, errorType: 'ACCOUNT_SESSION_REFRESH_REQUIRED' }
  })
  await openForm('Image generator 3.0')
  await submit(generator, { ...flower, prompt: 'A paper flower on black velvet' })
  await phaseIs('held')
  await take('stage-held', 'both')
  console.log(await camera.save())
} catch (error) {
  await page.screenshot({ path: join(tmpdir(), 'kiln-tour-studio-stopped.png') })
  throw error
} finally {
  await app.close()
  await service.close()
  await rm(scratch, { recursive: true, force: true })
}

async function submit(capability: string, values: Values): Promise<void> {
  const outcome = await page.evaluate(
    ([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text), consent: ['twin'] }),
    [capability, JSON.stringify(values)] as const
  )
  expect(outcome).toMatchObject({ ok: true })
}

async function make(capability: string, values: Values): Promise<void> {
  await submit(capability, values)
  await phaseIs('done')
}

/** Waits until the newest task is in this phase. */
async function phaseIs(phase: string): Promise<void> {
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 180_000 }).toBe(phase)
}

async function startBatch(): Promise<void> {
  const outcome = await page.evaluate(
    async ([capability, count]) => {
      const planned = await window.kiln.request('batch.plan', {
        ticket: crypto.randomUUID(),
        capability,
        values: { prompt: 'A glaze test tile, lit from the left', size: '1024*1024' },
        source: { way: 'seeds', count, first: 1 }
      })
      return planned.ok ? window.kiln.request('batch.start', { plan: planned.value.id, skipInvalid: false, consent: [] }) : planned
    },
    [generator, batchSize] as const
  )
  expect(outcome).toMatchObject({ ok: true })
}

/** Opens a form through the command palette. */
async function openForm(title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
  await page
    .getByRole('option', { name: new RegExp(`^${title}`) })
    .first()
    .click()
  await page.getByRole('main', { name: title, exact: true }).waitFor()
}
