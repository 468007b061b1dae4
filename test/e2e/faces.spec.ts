import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { chooseRuntime } from '../runtime/which-runtime.ts'
import { answerOpenDialog, connect, expectAccessible, openBench, tasksOf, type Bench } from './open-window.ts'
import { clickNotice, lookAway, noticeTitlesOf } from './system-notices.ts'

const portrait = join(import.meta.dirname, '..', '..', 'electron', 'practice', 'media', 'people.webp')
type Page = Bench['kiln']['page']
let bench: Bench

test.afterEach(async () => bench.close())

/** A face swap of the group portrait, through the form, until the service asks. `onSent`: what is done once it is sent. */
async function openAsked(onSent = async (): Promise<void> => undefined): Promise<Page> {
  bench = await openBench({ results: 'tiny' })
  const { page, app } = bench.kiln
  await connect(page, bench.service.url, bench.service.apiKey)
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  const target = join(bench.folder, 'family.webp')
  const reference = join(bench.folder, 'potter.png')
  await copyFile(portrait, target)
  await sharp(portrait).extract({ left: 605, top: 240, width: 290, height: 290 }).png().toFile(reference)
  await page.getByRole('tab', { name: /^Face swap/ }).click()
  await page.getByRole('button', { name: 'Face swap', exact: true }).first().click()
  for (const path of [target, reference]) {
    await answerOpenDialog(app, [path])
    await page.getByRole('button', { name: 'Browse…' }).first().click()
    await expect(page.getByText(path.split('/').at(-1) ?? '').first()).toBeVisible()
  }
  await page.getByRole('button', { name: /^Swap the face/ }).click()
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
  await expect(page.getByRole('button', { name: /^Face 4, stays as it is/ })).toBeVisible()
}

const taken = (): number => bench.service.calls().filter(({ tool }) => tool === 'select_faces').length
const charges = (): number => bench.service.ledger().filter(({ kind }) => kind === 'charge').length

async function swapped(page: Page): Promise<string> {
  await expectPhase(page, 'done')
  const [task] = await tasksOf(page)
  return (await readFile(task?.results[0]?.path ?? '')).toString('latin1')
}

for (const theme of ['dark', 'light'] as const) {
  test(`a face is chosen by keyboard, and the picture has it (${theme})`, async () => {
    const page = await openAsked()
    await page.evaluate((chosen) => window.kiln.request('settings.change', { theme: chosen }), theme)
    await openFaces(page)
    await expectAccessible(page)
    await page.keyboard.press('1')
    await expect(page.getByText('Face 1 changes, 2, 3 and 4 stay as they are.')).toBeVisible()
    await page.keyboard.press('3')
    await expect(page.getByText('Face 3 changes, 1, 2 and 4 stay as they are.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Backspace')
    await expect(page.getByText('Choose the one face that changes.')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Face 2 changes')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    expect(await swapped(page)).toContain('face-2=0')
    expect([taken(), charges()]).toEqual([1, 1])
  })
}

for (const [fate, isTaken] of [
  ['taken', true],
  ['not taken', false]
] as const) {
  test(`killed between the choice and its answer, the choice ${fate}: it is taken once, and the right picture comes`, async () => {
    let page = await openAsked()
    await openFaces(page)
    bench.service.faults.add(
      isTaken
        ? { on: 'mcp-tool', tool: 'select_faces', do: { kind: 'slow-body', durationInMs: 60_000 } }
        : { on: 'mcp-tool', tool: 'select_faces', do: { kind: 'lose-answer', workIsDone: false } }
    )
    await page.getByRole('button', { name: /^Face 4, stays as it is/ }).click()
    await page.getByRole('button', { name: 'Use this face' }).click()
    await expect.poll(taken).toBe(1)
    page = await bench.killAndStart()
    if (!isTaken) {
      await expectPhase(page, 'needs_input')
      await openLast(page)
      await expect(page.getByRole('complementary').getByText('The choice of faces did not reach the service')).toBeVisible()
      await page.getByRole('button', { name: 'Use this face' }).click()
    }
    expect(await swapped(page)).toContain('face-4=0')
    expect([taken(), charges()]).toEqual([isTaken ? 1 : 2, 1])
  })
}

test('faces to choose are told outside the window, and a click leads to them', async () => {
  test.skip(chooseRuntime() === 'electron', 'only the stand-in shows what the system was told')
  const page = await openAsked(() => lookAway(bench.kiln.app))
  const title = '“family.webp, potter.png” needs you'
  await expect.poll(() => noticeTitlesOf(bench.kiln.app), { timeout: 30_000 }).toEqual([title])
  await clickNotice(bench.kiln.app, title)
  await page.getByRole('main', { name: /^Choose faces/ }).waitFor()
  await expect(page.getByRole('button', { name: /^Face 4, stays as it is/ })).toBeVisible()
})

test('a choice that a full disk keeps from being written down is not sent, stays marked, and is sent once there is room', async () => {
  const page = await openAsked()
  await openFaces(page)
  await page.getByRole('button', { name: /^Face 4, stays as it is/ }).click()
  await fillJournal(true)
  await page.getByRole('button', { name: 'Use this face' }).click()
  await expect(page.getByRole('complementary').getByText('The choice was not sent')).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Make room on the disk', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: /^Face 4, gets the reference face/ })).toBeVisible()
  expect([taken(), (await tasksOf(page))[0]?.phase]).toEqual([0, 'needs_input'])
  await fillJournal(false)
  await page.getByRole('button', { name: 'Use this face' }).click()
  expect(await swapped(page)).toContain('face-4=0')
  expect([taken(), charges()]).toEqual([1, 1])
})

/** From now on every transaction of the app fails as on a full disk, or none does. */
async function fillJournal(isFull: boolean): Promise<void> {
  await bench.kiln.app.evaluate((_electron, full) => {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    const doors = globalThis as { trueExec?: typeof DatabaseSync.prototype.exec }
    const trueExec = (doors.trueExec ??= DatabaseSync.prototype.exec)
    DatabaseSync.prototype.exec = function (sql: string): void {
      if (full && sql === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
      trueExec.call(this, sql)
    }
  }, isFull)
}

/** After a lost choice the face is marked already. */
async function openLast(page: Page): Promise<void> {
  await page.getByRole('navigation').getByText('Queue').click()
  await page.getByRole('main').getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Face 4, gets the reference face/ })).toBeVisible()
}
