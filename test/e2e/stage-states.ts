import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Values } from '../../shared/form/values.ts'
import { type AppFixture, stubOpenDialogs, tasksOf } from './open-window.ts'

export const generator = 'imgmodel-3-0-image-generator'
/** Media of the practice service. */
export const mediaFolder = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media')
const portrait = join(mediaFolder, 'people.webp')

/** Brings the stage into each of its states, and calls `look` with the name of the state. Requires a connected account. */
export async function forEachStageState({ kiln, service }: AppFixture, look: (state: string) => Promise<void>): Promise<void> {
  const { page, app } = kiln
  const runs = page.getByRole('list', { name: 'Runs' })
  const openForm = (title: string): Promise<void> => openFormByPalette(page, title)
  const closeDialog = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  await make(page, generator, { prompt: 'A clay vase', size: '1024*1024', seed: 1 })
  await openForm('Image generator 3.0')
  await look('one output')
  await make(page, generator, { prompt: 'A clay bowl', size: '1152*768', imageNum: '4', seed: 2 })
  await expect(runs.getByRole('button', { name: /^Open A clay bowl/ })).toHaveCount(4)
  await look('four outputs')

  const bowl = runs.getByRole('button', { name: /^Open A clay bowl/ }).first()
  await bowl.focus()
  await page.keyboard.press(' ')
  await page.getByRole('group', { name: 'Large view' }).waitFor()
  await look('large view')
  await page.keyboard.press('Escape')
  await expect(bowl).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: 'Result' }).waitFor()
  await look('menu of a result')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect(bowl).toBeFocused()
  for (const [button, state] of [
    ['More actions', 'actions'],
    ['Examples', 'examples'],
    ['Prompt history', 'prompt history']
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: button }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await look(state)
    await closeDialog()
  }
  await page.evaluate(() => window.kiln.request('settings.change', { confirmAbove: 1 }))
  await runs.getByRole('button', { name: 'Run again' }).last().press('Enter')
  await page.getByRole('dialog', { name: 'Run again' }).waitFor()
  await look('question before a run is sent again')
  await closeDialog()
  await page.evaluate(() => window.kiln.request('settings.change', { confirmAbove: null }))

  await page.getByRole('button', { name: 'Close parameters' }).press('Enter')
  await look('closed panel')
  await page.getByRole('group', { name: 'Main parameters' }).getByRole('button', { name: /^Size/ }).press('Enter')
  await page.getByRole('dialog', { name: 'Size' }).waitFor()
  await look('parameter of the closed panel')
  await closeDialog()
  await page.getByRole('button', { name: 'Parameters' }).press('Enter')

  // Queries report this status, so that the task keeps running.
  service.faults.add({ on: 'query', times: 100_000, do: { kind: 'status', status: 'processing' } })
  await submit(page, generator, { prompt: 'A clay jar', imageNum: '2', seed: 3 })
  await waitForNewestTaskPhase(page, 'running')
  await look('running')
  service.faults.clear()
  await waitForNewestTaskPhase(page, 'done')
  service.faults.add({ on: 'submit', do: { kind: 'fail-task' } })
  await submit(page, generator, { prompt: 'A clay plate', seed: 4 })
  await waitForNewestTaskPhase(page, 'failed')
  await look('failed')

  for (const [title, capability, values] of [
    ['Text to video', 'text-to-video', { prompt: 'Ridges at dusk', duration: 3, seed: 5 }],
    ['Sound effects', 'sound-effects', { prompt: 'Rain on tin', duration: 4, seed: 5 }],
    ['Text to 3D', 'text-to-3d', { prompt: 'A narrow jar', seed: 5 }]
  ] as const) {
    await make(page, capability, values)
    await openForm(title)
    await runs.getByRole('button', { name: /^Open / }).waitFor()
    await look(title)
  }

  await stubOpenDialogs(app, [portrait])
  const photos = await page.evaluate(() =>
    window.kiln.request('media.browse', { capability: 'face-swap', field: 'targetImageUrl', many: false })
  )
  const draft = photos.ok ? (photos.value[0]?.draft ?? '') : ''
  await submit(page, 'face-swap', { targetImageUrl: { draft }, referenceFaceImageUrl: { draft } })
  await waitForNewestTaskPhase(page, 'needs_input')
  await openForm('Face swap')
  await runs.getByRole('button', { name: /^Choose faces/ }).waitFor()
  await look('needs input')
  await runs.getByRole('button', { name: /^Choose faces/ }).press('Enter')
  await page.getByRole('button', { name: /^Face 4, unchanged/ }).waitFor()
  await look('faces')
  await page.keyboard.press('Escape')

  service.faults.add({ on: 'submit', do: { kind: 'error', httpStatus: 401, errorType: 'ACCOUNT_SESSION_REFRESH_REQUIRED' } })
  await openForm('Image generator 3.0')
  await submit(page, generator, { prompt: 'A clay lamp', seed: 6 })
  await waitForNewestTaskPhase(page, 'held')
  await look('on hold')
}

export async function submit(page: Page, capability: string, values: Values): Promise<void> {
  const sent = await page.evaluate(([name, text]) => window.kiln.request('task.submit', { capability: name, values: JSON.parse(text) }), [
    capability,
    JSON.stringify(values)
  ] as const)
  expect(sent).toMatchObject({ ok: true })
}

export async function make(page: Page, capability: string, values: Values): Promise<void> {
  await submit(page, capability, values)
  await waitForNewestTaskPhase(page, 'done')
}

/** Waits until the newest task is in this phase. */
export async function waitForNewestTaskPhase(page: Page, phase: string): Promise<void> {
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 180_000 }).toBe(phase)
}

/** Opens a form through the command palette, which works in every window size. */
export async function openFormByPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill(title)
  await page
    .getByRole('option', { name: new RegExp(`^${title}`) })
    .first()
    .click()
  await page.getByRole('main', { name: title, exact: true }).waitFor()
}
