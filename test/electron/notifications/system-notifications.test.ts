import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSystemNotifications, type SystemNotifications } from '../../../electron/notifications/system-notifications.ts'
import { createNotificationClass, type NotificationOptions, type StandInNotification } from '../../runtime/main/notification.ts'

/** Creates Kiln's system notifications with a fake `Notification` class for `platform`. `led`: targets passed to `lead`. */
function onPlatform(platform: NodeJS.Platform, more: Partial<Pick<NotificationOptions, 'support' | 'history'>> = {}) {
  const onScreen = new Set<StandInNotification>()
  const led: string[] = []
  const failures: string[] = []
  const Notification = createNotificationClass({
    platform,
    isReady: () => true,
    support: 'shown',
    history: [],
    noteCall: () => undefined,
    onScreen,
    ...more
  })
  const notifications = createSystemNotifications({ Notification, platform, onFailed: (error) => failures.push(error) })
  const titles = (): string[] => [...onScreen].map(({ title }) => title)
  const click = (title: string): void => void [...onScreen].find((shown) => shown.title === title)?.emit('click')
  return { Notification, notifications, click, led, failures, titles, lead: (target: string) => void led.push(target) }
}

function showVase(notifications: SystemNotifications, onClick: () => void = () => undefined): () => void {
  return notifications.show({ target: 'task-vase', title: 'A vase is done', body: '', onClick })
}

describe('notifications on Windows', () => {
  it('lead to their target if clicked after a restart', () => {
    const { Notification, notifications, led, lead } = onPlatform('win32')
    notifications.followOld(lead)
    Notification.standInActivate('task-of-yesterday')
    expect(led).toEqual(['task-of-yesterday'])
  })

  it('call only their own click handler if this run has shown them', () => {
    const { Notification, notifications, led, lead } = onPlatform('win32')
    notifications.followOld(lead)
    let clicks = 0
    showVase(notifications, () => (clicks += 1))
    Notification.standInActivate('task-vase')
    expect([clicks, led]).toEqual([1, []])
  })

  it('replace one with the same target', () => {
    const { notifications, titles } = onPlatform('win32')
    showVase(notifications)
    showVase(notifications)
    expect(titles()).toEqual(['A vase is done'])
  })

  it('report a target that is too long for a tag', async () => {
    const { notifications, failures, titles } = onPlatform('win32')
    notifications.show({ target: `task-${'x'.repeat(60)}`, title: 'A vase is done', body: '', onClick: () => undefined })
    await setImmediate()
    expect([titles(), failures]).toEqual([[], ['WinAPI: Setting tag failed']])
  })
})

describe('notifications on macOS', () => {
  it('lead to their target if clicked in the Notification Center after a restart', async () => {
    const { notifications, click, led, lead } = onPlatform('darwin', { history: [{ id: 'task-of-yesterday', title: 'A bowl is done' }] })
    notifications.followOld(lead)
    await setImmediate()
    click('A bowl is done')
    expect(led).toEqual(['task-of-yesterday'])
  })

  it('report that the system rejects an unsigned app', async () => {
    const { notifications, failures, titles } = onPlatform('darwin', { support: 'refused' })
    showVase(notifications)
    await setImmediate()
    expect([titles(), failures]).toEqual([[], ['Notifications are not allowed for this application']])
  })
})

describe('notifications on Linux', () => {
  it('are shown until they are removed', () => {
    const { notifications, titles } = onPlatform('linux')
    notifications.followOld(() => undefined)
    const dismiss = showVase(notifications)
    expect(titles()).toEqual(['A vase is done'])
    dismiss()
    expect(titles()).toEqual([])
  })

  it('are skipped if the system lacks a notification service', () => {
    const { notifications, failures, titles } = onPlatform('linux', { support: 'unsupported' })
    showVase(notifications)()
    expect([titles(), failures]).toEqual([[], []])
  })
})
