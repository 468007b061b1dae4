import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { say } from '../../../shared/i18n/say.ts'
import { pickFrom } from '../../crash/seeded-random-stream.ts'
import type { Robot } from '../robot.ts'
import { ViolationError } from '../violation-error.ts'
import {
  openFormByRobot,
  openView,
  prepareScenario,
  activateControl,
  resetForm,
  submitTasksThroughIpc,
  waitForTasks,
  uniquePrompt,
  type Scenario
} from './scenario.ts'

const people = join(import.meta.dirname, '..', '..', '..', 'electron', 'practice', 'media', 'people.webp')
const generator = 'Image generator 3.0'

/** Chooses a batch table, then an unreadable one. The submit button must be disabled while the unreadable table is chosen. */
const chooseTwoTables: Scenario = {
  name: 'a batch table, then an invalid one',
  run: async (robot) => {
    const page = await prepareScenario(robot)
    const fine = join(robot.world.folder, `${uniquePrompt('fine')}.csv`)
    const bad = join(robot.world.folder, 'bad.csv')
    await writeFile(fine, `Prompt\n${uniquePrompt('a jar')}\n${uniquePrompt('a plate')}\n`)
    await writeFile(bad, pickFrom(robot.random, ['Prompt\n"a jar\n', '', 'Prompt\n']))
    await openFormByRobot(robot, generator)
    // Random actions may have left values in the form that are invalid in a batch row.
    await resetForm(robot, generator)
    await robot.act('open the batch', async () => page.getByRole('button', { name: say('Batch…') }).click())
    const dialog = page.getByRole('dialog')
    await robot.act('choose the Table tab', async () => dialog.getByRole('tab', { name: say('Table') }).click())
    const choose = dialog
      .getByRole('button', { name: say('Choose a table…') })
      .or(dialog.getByRole('button', { name: say('Choose another…') }))
    await robot.act('choose a valid table', async () => {
      await robot.world.answerNext([fine])
      await activateControl(robot, choose.first())
    })
    await robot.until('a valid table enables the button', 'it’s disabled', ({ ui: windowSnapshot }) =>
      windowSnapshot.armed.some(({ count }) => count === 2)
    )
    await robot.act('choose an invalid table', async () => {
      await robot.world.answerNext([bad])
      await activateControl(robot, choose.first())
    })
    await robot.until(
      'an invalid table disables the button',
      'the button is enabled',
      ({ ui: windowSnapshot }) => windowSnapshot.armed.length === 0
    )
    await robot.idle(2)
    await activateControl(robot, dialog.getByRole('button', { name: say('Keep previous rows') }))
    await robot.until('the rows return', 'they don’t', ({ ui: windowSnapshot }) => windowSnapshot.armed.some(({ count }) => count === 2))
    if (robot.random() < 0.5) return
    await robot.act('send the batch', async () => activateControl(robot, dialog.locator('button[class*=_withPrice_]')))
  }
}

/** Tries to hide a task on hold, which must stay visible. Then hides a finished task and undoes this. */
const hideTasks: Scenario = {
  name: 'hide, then undo',
  run: async (robot) => {
    const page = await prepareScenario(robot)
    const { account } = robot.world.service
    await account.change({ balance: 0 })
    const [held = ''] = await submitTasksThroughIpc(robot, 1)
    await robot.until('a task without credits is on hold', 'it isn’t', ({ main: mainSnapshot }) =>
      mainSnapshot.tasks.some(({ id, phase }) => id === held && phase === 'held')
    )
    await openView(robot, '2', 'Queue')
    await clearSearch(robot)
    const row = page.locator(`[data-row="${held}"]`)
    const hide = async (): Promise<boolean> => {
      await row.getByRole('button').first().press('Shift+F10')
      const item = page.getByRole('menuitem', { name: say('Hide'), exact: true })
      const isThere = (await item.count()) > 0
      if (isThere) await item.click()
      else await page.keyboard.press('Escape')
      return isThere
    }
    await robot.act('try to hide a task on hold', async () => void (await hide()))
    await account.change({ balance: 10_000_000 })
    await robot.act('resume the account', async () => {
      await page.evaluate(() => window.kiln.request('account.resume', undefined))
    })
    await waitForTasks(robot, [held])
    const before = await robot.now()
    await robot.act('hide a finished task', async () => void (await hide()))
    await robot.until('a finished task can be hidden', 'it can’t', ({ main: mainSnapshot }) =>
      mainSnapshot.tasks.some(({ id, hidden }) => id === held && hidden)
    )
    await robot.idle(1)
    await robot.undo('undo hiding', before)
  }
}

async function clearSearch(robot: Robot): Promise<void> {
  const { page } = robot.world
  const search = page.getByRole('searchbox', { name: say('Search tasks') })
  await robot.act('show all tasks', async () => {
    await search.fill('')
    await page.getByRole('tab', { name: say('All'), exact: true }).click()
  })
}

/** Changes a chosen file on disk before the form is sent. Kiln must send only the file that the form displays. */
const changeChosenFile: Scenario = {
  name: 'a chosen file changes on disk',
  run: async (robot) => {
    const page = await prepareScenario(robot)
    const path = join(robot.world.folder, `${uniquePrompt('changing')}.png`)
    const draw = async (width: number): Promise<unknown> =>
      sharp({ create: { width, height: 600, channels: 3, background: 'teal' } })
        .png()
        .toFile(path)
    await draw(800)
    await openFormByRobot(robot, 'Background removal')
    await resetForm(robot, 'Background removal')
    await robot.act('choose an image', async () => {
      await robot.world.answerNext([path])
      await page
        .getByRole('button', { name: say('Browse…') })
        .first()
        .click()
      await page.getByText('800 × 600').waitFor()
    })
    const before = await robot.until(
      'a filled form enables the button',
      'it’s disabled',
      ({ ui: windowSnapshot }) => windowSnapshot.armed.length === 1
    )
    await draw(1200)
    await robot.idle(2)
    const send = async (): Promise<void> =>
      robot.random() < 0.5 ? page.keyboard.press('ControlOrMeta+Enter') : page.locator('button[class*=_withPrice_]').first().click()
    await robot.act('send it', send)
    const shown = await robot.now()
    if (shown.main.tasks.length > before.main.tasks.length)
      throw new ViolationError('only a displayed file is sent', 'the form showed 800 × 600, and 1200 × 600 was sent')
    await page.getByText('1200 × 600').waitFor()
    await robot.act('send it again', send)
    await robot.until(
      'the displayed file is sent',
      'it wasn’t sent',
      ({ main: mainSnapshot }) => mainSnapshot.tasks.length > before.main.tasks.length
    )
  }
}

/** Starts a face selection, leaves the view and reopens it. The chosen faces must still be assigned. */
const leaveFaces: Scenario = {
  name: 'start a face selection, then leave',
  run: async (robot) => {
    const page = await prepareScenario(robot)
    const target = join(robot.world.folder, `${uniquePrompt('family')}.webp`)
    const reference = join(robot.world.folder, `${uniquePrompt('potter')}.png`)
    await copyFile(people, target)
    await sharp(people).extract({ left: 605, top: 240, width: 290, height: 290 }).png().toFile(reference)
    await openFormByRobot(robot, 'Face swap')
    await resetForm(robot, 'Face swap')
    for (const path of [target, reference])
      await robot.act('choose an image', async () => {
        await robot.world.answerNext([path])
        await page
          .getByRole('button', { name: say('Browse…') })
          .first()
          .click()
        await page
          .getByText(path.split(/[\\/]/).at(-1) ?? '')
          .first()
          .waitFor()
      })
    const known = new Set((await robot.now()).main.tasks.map(({ id }) => id))
    await robot.until('a filled form enables the button', 'it’s disabled', ({ ui: windowSnapshot }) => windowSnapshot.armed.length === 1)
    await robot.act('swap the face', async () => activateControl(robot, page.locator('button[class*=_withPrice_]').first()))
    const asking = await robot.until(
      'the service asks for a face',
      'it didn’t happen',
      ({ main: mainSnapshot }) => mainSnapshot.tasks.some(({ id, phase }) => !known.has(id) && phase === 'needs_input'),
      60_000
    )
    const task = asking.main.tasks.find(({ id }) => !known.has(id))?.id ?? ''
    const picks = () =>
      page
        .locator('main button[aria-pressed], main aside button[aria-label]')
        .evaluateAll((all) => all.map((one) => `${one.getAttribute('aria-label')} ${one.getAttribute('aria-pressed')}`).join('\n'))
    const choose = async (): Promise<void> => {
      await openView(robot, '2', 'Queue')
      await clearSearch(robot)
      await robot.act('choose faces', async () => {
        await page
          .locator(`[data-row="${task}"]`)
          .getByRole('button', { name: say('Choose'), exact: true })
          .click()
        await page.getByRole('button', { name: new RegExp(`^${say('Face {number}, {words}', { number: 4, words: '' })}`) }).waitFor()
      })
    }
    await choose()
    await robot.act('assign a face', async () => page.keyboard.press(pickFrom(robot.random, ['2', '3', '4'])))
    await robot.idle(1)
    const chosen = await picks()
    await robot.act('leave', async () => page.keyboard.press('Escape'))
    await robot.idle(2)
    await choose()
    const found = await picks()
    if (found !== chosen) throw new ViolationError('leaving a view loses nothing', `the choice was\n${chosen}\nand is now\n${found}`)
    await robot.act('send the selection', async () => page.keyboard.press('ControlOrMeta+Enter'))
    await robot.until(
      'a face selection is sent',
      'it wasn’t sent',
      ({ main: mainSnapshot }) => mainSnapshot.tasks.some(({ id, phase }) => id === task && phase === 'done'),
      60_000
    )
  }
}

/** Resets a form, fills it again, then presses the Undo of the reset. The newer text must not be lost. */
const undoLate: Scenario = {
  name: 'reset the form, type, then undo',
  run: async (robot) => {
    const page = await prepareScenario(robot)
    await openFormByRobot(robot, generator)
    const prompt = page.getByRole('textbox', { name: say('Prompt') }).first()
    const fill = async (words: string): Promise<void> => {
      await robot.act(`fill in the prompt: ${words}`, async () => prompt.fill(words))
    }
    await fill(uniquePrompt('an older vase'))
    await robot.act('reset the form', async () => activateControl(robot, page.getByRole('button', { name: say('Reset form') })))
    await robot.idle(1)
    await fill(uniquePrompt('a newer bowl'))
    const newer = await robot.now()
    if (newer.ui.undoToasts.length === 0) return
    await robot.act('press Undo late', async () => robot.pressUndo())
    const { ui: windowSnapshot } = await robot.until(
      'an undo changes the form',
      'it didn’t happen',
      (snapshot) => snapshot.ui.form !== newer.ui.form
    )
    if (windowSnapshot.undoToasts.length === 0)
      throw new ViolationError('a late undo doesn’t lose newer work', `the form was\n${newer.ui.form}\nand is now\n${windowSnapshot.form}`)
    await robot.undo('undo the undo', newer)
  }
}

export const billingScenarios: readonly Scenario[] = [chooseTwoTables, hideTasks, changeChosenFile, leaveFaces, undoLate]
