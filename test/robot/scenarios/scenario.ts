import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { isDeepEmpty } from '../../../shared/form/fields.ts'
import { say, sayContract } from '../../../shared/i18n/say.ts'
import type { Robot } from '../robot.ts'
import { connectRobot } from '../robot-environment.ts'
import { ViolationError } from '../violation-error.ts'

/** Steps that lead to a state that random actions rarely reach, with checks for that state. */
export type Scenario = { readonly name: string; readonly run: (robot: Robot) => Promise<void> }

let turn = 0
/** Returns a prompt that no other task has, so that Kiln doesn't ask about duplicates. */
export function uniquePrompt(stem: string): string {
  turn += 1
  return `${stem} ${turn}`
}

/** Presses a control with the mouse or the keyboard, at random. */
export async function activateControl({ random, world }: Robot, control: Locator): Promise<void> {
  if (random() < 0.5) return control.click()
  await control.focus()
  return world.page.keyboard.press('Enter')
}

/** Reverts effects of random actions that would block a scenario: open dialogs, limits and account changes. */
export async function prepareScenario(robot: Robot): Promise<Page> {
  const { page } = robot.world
  await robot.act('close open dialogs', async () => {
    // Kiln opens the dialog for a dropped file only after reading the file. Waits for the dialog, in order to close it.
    if (
      robot
        .journal()
        .slice(-8)
        .some((line) => /: (drop|paste) /.test(line))
    ) {
      const dialog = page.getByRole('dialog')
      await dialog
        .first()
        .waitFor({ timeout: 5_000 })
        .catch(() => undefined)
    }
    await closeWhatIsOpen(page)
  })
  await robot.act('remove the limits', async () => {
    // A random key press may have switched to Kiln's own practice service.
    await page.evaluate(async (serviceUrl) => {
      await window.kiln.request('settings.change', { dailyLimit: null, confirmAbove: null })
      const account = await window.kiln.request('account.state', undefined)
      const left = account.ok ? account.value.others.find(({ baseUrl }) => baseUrl.startsWith(serviceUrl)) : undefined
      if (left !== undefined) await window.kiln.request('account.open', { id: left.id })
      await window.kiln.request('account.resume', undefined)
    }, robot.world.service.url)
  })
  const isWelcome = await page.getByLabel(say('Base URL')).isVisible()
  if (isWelcome) await robot.act('connect', async () => connectRobot(robot.world))
  return page
}

async function closeWhatIsOpen(page: Page): Promise<void> {
  for (let time = 0; time < 3; time += 1) await page.keyboard.press('Escape')
}

/** Opens a view. If a dropped file's dialog opens first, closes it and opens the view again. */
async function reach(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  for (let triesLeft = 2; ; triesLeft -= 1) {
    try {
      await open()
      await page.getByRole('main', { name }).waitFor({ timeout: 10_000 })
      return
    } catch (error) {
      if (triesLeft === 0) throw error
      await closeWhatIsOpen(page)
    }
  }
}

/** Opens a form through the command palette. */
export async function openFormByRobot(robot: Robot, title: string): Promise<void> {
  const { page } = robot.world
  const name = sayContract(title)
  await robot.act(`open the form “${title}”`, () =>
    reach(page, name, async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.keyboard.insertText(name)
      const capabilities = page.getByRole('group', { name: say('Capabilities') })
      const option = capabilities.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
      await option.first().click({ timeout: 10_000 })
    })
  )
}

/**
 * Empties the open form. Without a panel, a form has a reset button only while it has values. Checks that main has no values afterwards,
 * with or without the button.
 */
export async function resetForm(robot: Robot, title: string): Promise<void> {
  const { page } = robot.world
  const name = sayContract(title)
  await robot.act('reset the form', async () => {
    // While a form is loading, its placeholder doesn't have a reset button either.
    await page.getByRole('group', { name: say('{title}: form', { title: name }) }).waitFor()
    const reset = page.getByRole('button', { name: say('Reset form') })
    if (await reset.isVisible()) await reset.click()
  })
  // The page saves a changed form after a short delay.
  const end = performance.now() + 15_000
  for (;;) {
    const left = await readDraftFields(page, name)
    if (left.length === 0) return
    if (performance.now() > end) throw new ViolationError('a form with values can be reset', `${title} still has ${left.join(', ')}`)
    await sleep(150)
  }
}

/** Returns the names of the values in the saved draft, including unmapped values. */
async function readDraftFields(page: Page, title: string): Promise<readonly string[]> {
  const draft = await page.evaluate(async (wanted) => {
    const list = await window.kiln.request('capability.list', undefined)
    if (!list.ok) throw new Error(list.message)
    const capabilities = JSON.parse(list.value) as readonly { readonly id: string; readonly title: string }[]
    const found = capabilities.find((capability) => capability.title === wanted)
    if (found === undefined) throw new Error(`No capability has the title ${wanted}.`)
    const opened = await window.kiln.request('workspace.openDraft', { capability: found.id })
    if (!opened.ok) throw new Error(opened.message)
    return opened.value?.form ?? null
  }, title)
  if (draft === null) return []
  const filled = Object.entries(draft.values).flatMap(([name, value]) => (isDeepEmpty(value) ? [] : [name]))
  return [...filled, ...draft.left.map(({ name }) => name)]
}

export async function openView(robot: Robot, key: '2' | '3', name: string): Promise<void> {
  const { page } = robot.world
  await robot.act(`open ${name}`, () => reach(page, say(name), () => page.keyboard.press(`ControlOrMeta+${key}`)))
}

/** Submits `count` tasks directly through IPC. Resolves to the task IDs. @throws if a task is rejected. */
export async function submitTasksThroughIpc(robot: Robot, count: number): Promise<readonly string[]> {
  const { page } = robot.world
  const ids: string[] = []
  await robot.act(
    `send ${count} prompts`,
    async () => {
      for (let place = 0; place < count; place += 1) {
        const values = { prompt: uniquePrompt('a plain jar') }
        const id = await page.evaluate(async (sent) => {
          const outcome = await window.kiln.request('task.submit', { capability: 'imgmodel-image-generator', values: sent })
          if (!outcome.ok) throw new Error(outcome.message)
          return outcome.value.id
        }, values)
        ids.push(id)
      }
    },
    { submits: true }
  )
  return ids
}

/** Submits `count` tasks and waits until their results are in the library. */
export async function generateResults(robot: Robot, count: number): Promise<void> {
  const ids = await submitTasksThroughIpc(robot, count)
  await waitForTasks(robot, ids)
}

export async function waitForTasks(robot: Robot, ids: readonly string[]): Promise<void> {
  const { page } = robot.world
  await robot.until(
    'a task finishes',
    ids.join(', '),
    ({ main: mainSnapshot }) => {
      // Requests a status check now instead of waiting for the next scheduled check.
      for (const id of ids)
        void page.evaluate((wanted) => window.kiln.request('task.checkAgain', { id: wanted }), id).catch(() => undefined)
      const mine = mainSnapshot.tasks.filter(({ id }) => ids.includes(id))
      return (
        mine.every(({ phase, results }) => phase === 'done' && results.every(({ id }) => mainSnapshot.items.has(id))) &&
        mine.length === ids.length
      )
    },
    90_000
  )
}

export async function readLibraryFolder(page: Page): Promise<string> {
  const settings = await page.evaluate(() => window.kiln.request('settings.get', undefined))
  if (!settings.ok) throw new Error(settings.message)
  return settings.value.libraryFolder
}
