import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { stubOpenDialogs, connect, expectAccessible, openAppFixture, tasksOf, type AppFixture, pathOfResult } from './open-window.ts'
import { smallTargets } from './small-targets.ts'
import { clickNotification, blurWindow, notificationTitlesOf } from './system-notifications.ts'

const portrait = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')
type Page = AppFixture['kiln']['page']
let fixture: AppFixture

test.afterEach(async () => fixture.close())

/**
 * Submits a face swap of the group portrait through the form. Waits until the service requests a face selection. `onSent` runs after the
 * submission.
 */
async function openAsked(onSent = async (): Promise<void> => undefined): Promise<Page> {
  fixture = await openAppFixture({ results: 'tiny' })
  const { page, app } = fixture.kiln
  await connect(page, fixture.service.url, fixture.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const target = join(fixture.folder, 'family.webp')
  const reference = join(fixture.folder, 'potter.png')
  await copyFile(portrait, target)
  await sharp(portrait).extract({ left: 605, top: 240, width: 290, height: 290 }).png().toFile(reference)
  await page.getByRole('tab', { name: /^Face swap/ }).click()
  await page.getByRole('button', { name: 'Face swap', exact: true }).first().click()
  for (const path of [target, reference]) {
    await stubOpenDialogs(app, [path])
    await page.getByRole('button', { name: 'Browse…' }).first().click()
    await expect(page.getByText(path.split('/').at(-1) ?? '').first()).toBeVisible()
  }
  await page.getByRole('button', { name: /^Swap face/ }).click()
  await onSent()
  await expectPhase(page, 'needs_input')
  return page
}

async function expectPhase(page: Page, phase: string): Promise<void> {
  await expect.poll(async () => (await tasksOf(page))[0]?.phase, { timeout: 60_000 }).toBe(phase)
}

async function openFaces(page: Page): Promise<void> {
  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('main', { name: 'Queue' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
  await page.getByRole('main', { name: /^Choose faces/ }).waitFor()
  await expect(page.getByRole('button', { name: /^Face 4, unchanged/ })).toBeVisible()
}

const taken = (): number => fixture.service.calls().filter(({ tool }) => tool === 'select_faces').length
const charges = (): number => fixture.service.ledger().filter(({ kind }) => kind === 'charge').length

async function swapped(page: Page): Promise<string> {
  await expectPhase(page, 'done')
  const [task] = await tasksOf(page)
  return (await readFile(await pathOfResult(page, task?.results[0]))).toString('latin1')
}

test('a face is chosen by keyboard and replaced in the image', async () => {
  const page = await openAsked()
  await openFaces(page)
  await expectAccessible(page)
  expect(await page.evaluate(smallTargets)).toEqual([])
  // Zooms in until only the last face is visible. Selecting the first face pans to it.
  const box = (number: number) => page.getByRole('main').getByRole('button', { name: new RegExp(`^Face ${number}, `) })
  await page.keyboard.press('4')
  await page.keyboard.press('4')
  const fitted = (await box(4).boundingBox())?.width ?? 0
  for (let count = 0; count < 6; count++) await page.keyboard.press('+')
  await expect(box(4)).toBeInViewport()
  expect((await box(4).boundingBox())?.width).toBeGreaterThan(fitted * 2)
  await expect(box(1)).not.toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(box(1)).toBeInViewport()
  await page.keyboard.press('0')
  // The zoom buttons keep the current face visible too.
  for (let count = 0; count < 6; count++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(box(1)).toBeInViewport()
  await expect(box(4)).not.toBeInViewport()
  // Tab reveals a face in the same way. The browser itself must not scroll the stage.
  await box(1).focus()
  for (let count = 0; count < 3; count++) await page.keyboard.press('Tab')
  await expect(box(4)).toBeFocused()
  await expect(box(4)).toBeInViewport()
  expect(await box(4).evaluate((button) => button.parentElement?.parentElement?.scrollLeft)).toBe(0)
  const fit = page.getByRole('button', { name: 'Fit', exact: true })
  await fit.click()
  // Enter would otherwise press this focused button.
  await fit.blur()
  await expect(box(4)).toBeInViewport()
  await page.keyboard.press('1')
  await expect(page.getByText('Face 1 will be replaced. Faces 2, 3 and 4 won’t change.')).toBeVisible()
  await page.keyboard.press('3')
  await expect(page.getByText('Face 3 will be replaced. Faces 1, 2 and 4 won’t change.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Select one face to replace.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Face 2 will be replaced').first()).toBeVisible()
  // A second Enter moves the focus to the submit button and keeps the selection.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Send selection/ })).toBeFocused()
  await expect(page.getByText('Face 2 will be replaced').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  expect(await swapped(page)).toContain('face-2=0')
  expect([taken(), charges()]).toEqual([1, 1])
})

for (const [fate, isTaken] of [
  ['accepted', true],
  ['not accepted', false]
] as const) {
  test(`a face choice that was ${fate} before a kill is accepted once and leads to the right image`, async () => {
    let page = await openAsked()
    await openFaces(page)
    fixture.service.faults.add(
      isTaken
        ? { on: 'mcp-tool', tool: 'select_faces', do: { kind: 'slow-body', durationInMs: 60_000 } }
        : { on: 'mcp-tool', tool: 'select_faces', do: { kind: 'lose-answer', workIsDone: false } }
    )
    await page.getByRole('button', { name: /^Face 4, unchanged/ }).click()
    await page.getByRole('button', { name: 'Send selection' }).click()
    await expect.poll(taken).toBe(1)
    page = await fixture.killAndStart()
    if (!isTaken) {
      await expectPhase(page, 'needs_input')
      await openLast(page)
      await expect(page.getByRole('complementary').getByText('Your face selection didn’t reach the service')).toBeVisible()
      await page.getByRole('button', { name: 'Send selection' }).click()
    }
    expect(await swapped(page)).toContain('face-4=0')
    expect([taken(), charges()]).toEqual([isTaken ? 1 : 2, 1])
  })
}

for (const by of ['mouse', 'keyboard'] as const) {
  test(`a face choice is kept when the view is closed and Kiln is killed, by ${by}`, async () => {
    let page = await openAsked()
    await openFaces(page)
    if (by === 'mouse') await page.getByRole('button', { name: /^Face 3, unchanged/ }).click()
    else await page.keyboard.press('3')
    const chosen = () => page.getByText('Face 3 will be replaced. Faces 1, 2 and 4 won’t change.')
    await expect(chosen()).toBeVisible()
    if (by === 'mouse') await page.getByRole('button', { name: 'Back', exact: true }).click()
    else await page.keyboard.press('Escape')
    await page.getByRole('main', { name: 'Queue' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
    await expect(chosen()).toBeVisible()
    page = await fixture.killAndStart()
    await page.getByRole('navigation').getByText('Queue').click()
    await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
    await expect(chosen()).toBeVisible()
    if (by === 'mouse') await page.getByRole('button', { name: 'Send selection' }).click()
    else await page.keyboard.press('ControlOrMeta+Enter')
    expect(await swapped(page)).toContain('face-3=0')
    expect([taken(), charges()]).toEqual([1, 1])
  })
}

test('a task that needs a face choice shows a notification, and a click opens the choice', async () => {
  test.skip(chooseRuntime() === 'electron', 'only the stand-in records calls to the system')
  const page = await openAsked(() => blurWindow(fixture.kiln.app))
  const title = '“family.webp, potter.png” needs attention'
  await expect.poll(() => notificationTitlesOf(fixture.kiln.app), { timeout: 30_000 }).toEqual([title])
  await clickNotification(fixture.kiln.app, title)
  await page.getByRole('main', { name: /^Choose faces/ }).waitFor()
  await expect(page.getByRole('button', { name: /^Face 4, unchanged/ })).toBeVisible()
})

test('a face choice that can’t be saved on a full disk is not sent until there is space', async () => {
  const page = await openAsked()
  await openFaces(page)
  await page.getByRole('button', { name: /^Face 4, unchanged/ }).click()
  await fillJournal(true)
  await page.getByRole('button', { name: 'Send selection' }).click()
  await expect(page.getByRole('complementary').getByText('Your selection wasn’t sent')).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Check the free space', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /^Face 4, replaced with the reference/ })).toBeVisible()
  expect([taken(), (await tasksOf(page))[0]?.phase]).toEqual([0, 'needs_input'])
  await fillJournal(false)
  await page.getByRole('button', { name: 'Send selection' }).click()
  expect(await swapped(page)).toContain('face-4=0')
  expect([taken(), charges()]).toEqual([1, 1])
})

/** Makes journal transactions fail as on a full disk. If `isFull` is false, transactions work again. */
async function fillJournal(isFull: boolean): Promise<void> {
  await fixture.kiln.app.evaluate((_electron, full) => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const globals = globalThis as { trueExec?: typeof DatabaseSync.prototype.exec }
    const trueExec = (globals.trueExec ??= DatabaseSync.prototype.exec)
    DatabaseSync.prototype.exec = function (sql: string): void {
      if (full && sql === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
      trueExec.call(this, sql)
    }
  }, isFull)
}

/** Reopens the task's face selection from the queue. Expects the previously selected face to be selected. */
async function openLast(page: Page): Promise<void> {
  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Face 4, replaced with the reference/ })).toBeVisible()
}
