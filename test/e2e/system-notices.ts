import type { ElectronApplication } from '@playwright/test'

/** What lies on the screen outside the window; only the stand-in can tell. */
export type ShownNotice = { readonly id: string; readonly title: string; readonly body: string }

/** The person turns to another program. */
export async function lookAway(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.blur())
}

export async function isInFront(app: ElectronApplication): Promise<boolean> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getFocusedWindow() !== null)
}

export async function noticesOf(app: ElectronApplication): Promise<readonly ShownNotice[]> {
  return app.evaluate((electron) => {
    const { standInNotifications } = electron as unknown as { standInNotifications: ReadonlySet<ShownNotice> }
    return [...standInNotifications].map(({ id, title, body }) => ({ id, title, body }))
  })
}

export async function noticeTitlesOf(app: ElectronApplication): Promise<readonly string[]> {
  return (await noticesOf(app)).map(({ title }) => title)
}

/** How often the system was asked to show one. */
export async function countOfNotices(app: ElectronApplication): Promise<number> {
  return app.evaluate((electron) => {
    const { standInCalls } = electron as unknown as { standInCalls: readonly { name: string }[] }
    return standInCalls.filter(({ name }) => name === 'Notification.show').length
  })
}

export async function clickNotice(app: ElectronApplication, title: string): Promise<void> {
  await app.evaluate((electron, wanted) => {
    const { standInNotifications } = electron as unknown as {
      standInNotifications: ReadonlySet<ShownNotice & { emit: (name: string) => void }>
    }
    const found = [...standInNotifications].find((one) => one.title === wanted)
    if (found === undefined) throw new Error(`“${wanted}” is not on the screen.`)
    found.emit('click')
  }, title)
}
