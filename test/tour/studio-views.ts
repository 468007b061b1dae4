import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { PracticeService } from '../../electron/practice/practice-service.ts'
import type { Values } from '../../shared/form/values.ts'
import { stubOpenDialogs } from '../e2e/open-window.ts'
import type { Camera } from './camera.ts'

type Studio = {
  readonly app: ElectronApplication
  readonly page: Page
  readonly service: PracticeService
  readonly take: Camera['take']
  readonly openForm: (title: string) => Promise<void>
  readonly submit: (capability: string, values: Values) => Promise<void>
  /** Waits until the newest task is in this phase. */
  readonly phaseIs: (phase: string) => Promise<void>
  /** Folder with the practice service's media. */
  readonly mediaFolder: string
}

/** Presses a button, captures the popover that it opens, then closes the popover. */
export async function takePopover({ page, take }: Pick<Studio, 'page' | 'take'>, view: string, button: string | RegExp): Promise<void> {
  const dialogs = page.getByRole('dialog')
  const before = await dialogs.count()
  await page.getByRole('button', { name: button, exact: true }).last().click()
  await dialogs.nth(before).waitFor()
  await take(view)
  await page.keyboard.press('Escape')
  await dialogs.nth(before).waitFor({ state: 'detached' })
}

/** Captures several drafts of a form, and how the price is calculated. */
export async function captureDrafts({ page, take, openForm }: Studio): Promise<void> {
  await openForm('Image to video')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill('Dunes in the wind, seen from far above')
  await page.getByRole('button', { name: 'New draft' }).click()
  await prompt.fill('A wave folds over itself in slow motion')
  await page.getByRole('button', { name: 'New draft' }).click()
  await page.getByRole('button', { name: 'Choose from the library: First frame' }).click()
  await page.getByRole('dialog').getByRole('option').first().click()
  await prompt.fill('The camera rises slowly along the stairs')
  await page.getByRole('radio', { name: '1080p' }).click()
  await page.getByRole('switch', { name: 'Loop' }).click()
  await page.getByText(/× 2 for 1080p/).waitFor()
  await take('form-drafts', 'both')
}

/** Captures the popovers of the players, the editors and the viewer, and the question about several results. */
export async function capturePopovers(studio: Studio): Promise<void> {
  const { page, app, openForm, take, mediaFolder } = studio
  await openForm('Sound effects')
  await page.getByRole('button', { name: 'Loop start' }).click()
  await page.getByRole('slider', { name: 'Time' }).fill('2')
  await page.getByRole('button', { name: 'Loop end' }).click()
  await takePopover(studio, 'stage-use-loop', 'Use loop in…')

  await openForm('Object removal')
  await stubOpenDialogs(app, [join(mediaFolder, 'people.webp')])
  await page.getByRole('button', { name: 'Browse…' }).first().click()
  await page.getByRole('button', { name: 'Paint a mask…' }).click()
  await page.getByRole('dialog', { name: 'Paint a mask' }).getByRole('application').waitFor()
  await takePopover(studio, 'mask-adjust', 'Adjust')
  await takePopover(studio, 'mask-shortcuts', 'Keyboard shortcuts')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ControlOrMeta+3')
  const tiles = page.getByRole('grid', { name: 'Library' }).locator('[data-cell]')
  await tiles.first().dblclick()
  await page.getByRole('complementary', { name: 'Recipe' }).waitFor()
  await takePopover(studio, 'viewer-tag', 'Tag')
  await takePopover(studio, 'viewer-use-as-input', 'Use as input for…')
  await takePopover(studio, 'viewer-actions', 'More actions')
  await page.keyboard.press('Escape')
  await page.getByRole('main', { name: 'Library' }).waitFor()

  await tiles.first().click()
  await tiles.nth(2).click({ modifiers: ['Shift'] })
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('photo restoration')
  await page
    .getByRole('option', { name: /3.*Photo restoration/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^One task for all/ }).waitFor()
  await take('action-question')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
}

/** Captures the queue while the user has paused sending. Also captures the question that precedes sending all failed tasks again. */
export async function captureQueueStates({ page, service, take, submit, phaseIs }: Studio): Promise<void> {
  service.faults.add({ on: 'submit', times: 2, do: { kind: 'fail-task', errorDetail: 'The prompt is too vague.' } })
  for (const prompt of ['Something blue', 'Something old']) {
    await submit('imgmodel-3-0-image-generator', { prompt, size: '1024*1024', seed: 5 })
    await phaseIs('failed')
  }
  await page.keyboard.press('ControlOrMeta+2')
  await page.getByRole('button', { name: 'Pause sending' }).click()
  for (const prompt of ['A glass vase on a window sill', 'A bowl of lemons'])
    await submit('imgmodel-3-0-image-generator', { prompt, size: '1024*1024', seed: 6 })
  await page.getByText('2 tasks are waiting.').waitFor()
  await take('queue-paused', 'both')
  await page.getByRole('button', { name: 'Retry all failed' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Retry \d+ tasks/ })
    .waitFor()
  await take('queue-retry-all')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await phaseIs('done')
}
