import type { ElectronApplication } from '@playwright/test'

/** A system notification that is currently shown. Available only on the Electron stand-in. */
export type ShownNotification = { readonly id: string; readonly title: string; readonly body: string }

/** Simulates the user switching to another program. */
export async function blurWindow(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
}

export async function isWindowFocused(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)
}

export async function notificationsOf(app: ElectronApplication): Promise<readonly ShownNotification[]> {
  return app.evaluate((electron) => {
    const { standInNotifications } = electron as unknown as { standInNotifications: ReadonlySet<ShownNotification> }
    return [...standInNotifications].map(({ id, title, body }) => ({ id, title, body }))
  })
}

export async function notificationTitlesOf(app: ElectronApplication): Promise<readonly string[]> {
  return (await notificationsOf(app)).map(({ title }) => title)
}

/** Returns how many notifications the app has asked the system to show. */
export async function requestedNotificationCount(app: ElectronApplication): Promise<number> {
  return app.evaluate((electron) => {
    const { standInCalls } = electron as unknown as { standInCalls: readonly { name: string }[] }
    return standInCalls.filter(({ name }) => name === 'Notification.show').length
  })
}

export async function clickNotification(app: ElectronApplication, title: string): Promise<void> {
  await app.evaluate((electron, wanted) => {
    const { standInNotifications } = electron as unknown as {
      standInNotifications: ReadonlySet<ShownNotification & { emit: (name: string) => void }>
    }
    const found = [...standInNotifications].find((one) => one.title === wanted)
    if (found === undefined) throw new Error(`The notification “${wanted}” isn’t shown.`)
    found.emit('click')
  }, title)
}
