import { expect, test } from '@playwright/test'
import type { NotificationSettings } from '../../shared/app/notifications.ts'
import { chooseRuntime } from '../runtime/choose-runtime.ts'
import { eachPlatformTag } from './launch-kiln.ts'
import { type AppFixture, expectAccessible, openConnectedFixture, submitPrompt, tasksOf, openSettingsPage } from './open-window.ts'
import {
  clickNotification,
  requestedNotificationCount,
  isWindowFocused,
  blurWindow,
  notificationsOf,
  notificationTitlesOf
} from './system-notifications.ts'

test.skip(chooseRuntime() === 'electron', 'only the stand-in records calls to the system')

type Page = AppFixture['kiln']['page']
let fixture: AppFixture

test.afterEach(async () => fixture.close())

async function openConnected(): Promise<Page> {
  fixture = await openConnectedFixture({ results: 'tiny', timeScale: 0.01 })
  return fixture.kiln.page
}

async function untilDone(page: Page, ids: readonly string[]): Promise<void> {
  const phases = async () => (await tasksOf(page)).filter(({ id }) => ids.includes(id)).map(({ phase }) => phase)
  await expect.poll(phases, { timeout: 60_000 }).toEqual(ids.map(() => 'done'))
}

async function setRules(page: Page, rules: NotificationSettings): Promise<void> {
  const outcome = await page.evaluate((changed) => window.kiln.request('settings.change', { notices: changed }), rules)
  expect(outcome.ok).toBe(true)
}

test('a task that finishes in the background shows a notification, and a click opens the result', eachPlatformTag, async () => {
  const page = await openConnected()
  await blurWindow(fixture.kiln.app)
  const id = await submitPrompt(page, 'a tall vase')
  await untilDone(page, [id])
  await expect
    .poll(() => notificationsOf(fixture.kiln.app), { timeout: 30_000 })
    .toEqual([{ id: `task-${id}`, title: '“a tall vase” is done', body: '5 credits charged' }])

  await clickNotification(fixture.kiln.app, '“a tall vase” is done')
  await expect(page.getByRole('complementary', { name: 'Recipe' })).toContainText('a tall vase')
  expect(await isWindowFocused(fixture.kiln.app)).toBe(true)
  // The notification is removed, because the user has seen it.
  await expect.poll(() => notificationsOf(fixture.kiln.app)).toEqual([])
})

test('three results share one notification, which leads to the library', async () => {
  const page = await openConnected()
  await blurWindow(fixture.kiln.app)
  const ids = await Promise.all(['a vase', 'a bowl', 'a cup'].map((title) => submitPrompt(page, title)))
  await untilDone(page, ids)
  await expect.poll(() => notificationTitlesOf(fixture.kiln.app), { timeout: 60_000 }).toEqual(['3 results are done'])
  await clickNotification(fixture.kiln.app, '3 results are done')
  await expect(page.getByRole('main', { name: 'Library' })).toBeVisible()
})

test('notifications are held back during quiet hours and shown as one afterwards', async () => {
  const page = await openConnected()
  const hour = new Date().getHours()
  const quiet = { isOn: true, from: ((hour + 23) % 24) * 60, to: ((hour + 2) % 24) * 60 }
  const kinds = { done: true, 'needs-you': true, held: true, failed: true }
  await setRules(page, { kinds, quiet })
  await blurWindow(fixture.kiln.app)
  // Completes the tasks one after the other. Otherwise, their notifications would be combined even without quiet hours.
  const first = await submitPrompt(page, 'a vase')
  await untilDone(page, [first])
  const second = await submitPrompt(page, 'a bowl')
  await untilDone(page, [second])
  expect(await requestedNotificationCount(fixture.kiln.app)).toBe(0)
  await setRules(page, { kinds, quiet: { ...quiet, isOn: false } })
  await expect.poll(() => notificationTitlesOf(fixture.kiln.app), { timeout: 30_000 }).toEqual(['2 results are done'])
  expect(await requestedNotificationCount(fixture.kiln.app)).toBe(1)
})

test('an account on hold shows a notification, and a click leads to its banner', async () => {
  const page = await openConnected()
  await fixture.service.account.change({ keyCondition: 'revoked' })
  await blurWindow(fixture.kiln.app)
  await submitPrompt(page, 'a vase')
  await expect.poll(() => notificationTitlesOf(fixture.kiln.app), { timeout: 30_000 }).toEqual(['The API key no longer works'])
  await clickNotification(fixture.kiln.app, 'The API key no longer works')
  await expect(page.getByRole('main', { name: 'Account' })).toBeVisible()
  await expect(page.getByText('This key no longer works', { exact: true })).toBeVisible()
})

test('notifications are not repeated after a kill', eachPlatformTag, async () => {
  let page = await openConnected()
  await blurWindow(fixture.kiln.app)
  const told = await submitPrompt(page, 'a vase')
  await untilDone(page, [told])
  await expect.poll(() => notificationTitlesOf(fixture.kiln.app), { timeout: 30_000 }).toEqual(['“a vase” is done'])
  page = await fixture.killAndStart()
  await page.getByRole('main', { name: 'Gallery' }).waitFor()
  await blurWindow(fixture.kiln.app)
  await untilDone(page, [await submitPrompt(page, 'a bowl')])
  await expect.poll(() => notificationTitlesOf(fixture.kiln.app), { timeout: 30_000 }).toEqual(['“a bowl” is done'])
  expect(await requestedNotificationCount(fixture.kiln.app)).toBe(1)
})

test('Kiln opens the target of the notification that started it', eachPlatformTag, async () => {
  const page = await openConnected()
  const id = await submitPrompt(page, 'a tall vase')
  await untilDone(page, [id])
  const opened = await fixture.killAndStart({ STANDIN_LAUNCH_INFO: JSON.stringify({ identifier: `task-${id}` }) })
  await expect(opened.getByRole('complementary', { name: 'Recipe' })).toContainText('a tall vase')
})

test('notification types and quiet hours are chosen in the settings and saved', async () => {
  let page = await openConnected()
  await openSettingsPage(page, 'Notifications')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  await section.getByRole('switch', { name: 'Failed' }).click()
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  const [from, to] = [section.getByLabel('Start time'), section.getByLabel('End time')]
  await from.fill('half past nine')
  await from.press('Enter')
  await expect(from).toHaveAccessibleDescription('Enter a time, such as 22:00.')
  await expectAccessible(page)
  await from.fill('9:30 pm')
  await to.fill('7:15')
  await expect(from).toHaveValue('21:30')
  await to.press('Enter')
  await expect(to).toHaveValue('07:15')
  await expect(section.getByText('next day')).toBeVisible()
  await expectAccessible(page)
  const rules = async () => {
    const outcome = await page.evaluate(() => window.kiln.request('settings.get', undefined))
    return outcome.ok ? outcome.value.notices : null
  }
  const chosen = {
    kinds: { done: true, 'needs-you': true, held: true, failed: false },
    quiet: { isOn: true, from: 21 * 60 + 30, to: 7 * 60 + 15 }
  }
  await expect.poll(rules).toEqual(chosen)
  page = await fixture.killAndStart()
  await expect.poll(rules).toEqual(chosen)
})
