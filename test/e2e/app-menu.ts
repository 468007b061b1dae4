import { expect, type ElectronApplication } from '@playwright/test'
import { type RunningKiln, platformUnderTest } from './launch-kiln.ts'

type Menus = {
  readonly opened: Electron.Menu | null
  readonly openedAt: { readonly x: number; readonly y: number } | null
  readonly bar: () => Electron.Menu | null
  readonly choose: (id: string) => void
  readonly chooseInDock: (id: string) => void
  readonly close: () => void
}

/**
 * Chooses an item of the app menu by its ID. Uses the menu bar on macOS, and the menu button elsewhere. On real Electron, clicks the item
 * in code, because a test can't click native menus.
 */
export async function chooseAppMenuItem(kiln: RunningKiln, id: string): Promise<void> {
  if (kiln.runtime === 'electron')
    return kiln.app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id)
  if (platformUnderTest() !== 'darwin') {
    await kiln.page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect.poll(() => readOpenMenuLabels(kiln.app)).toContain('File')
  }
  await chooseVisibleMenuItem(kiln.app, id)
}

/** Chooses an item of the open menu or of the macOS menu bar. `id`: the item's ID or label. */
export async function chooseVisibleMenuItem(app: ElectronApplication, id: string): Promise<void> {
  await app.evaluate((electron, wanted) => {
    const { standInMenus } = electron as unknown as { standInMenus: Menus }
    standInMenus.choose(wanted)
  }, id)
}

/** Chooses an item of the dock menu by its label. */
export async function chooseDockMenuItem(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate((electron, wanted) => (electron as unknown as { standInMenus: Menus }).standInMenus.chooseInDock(wanted), label)
}

/** Returns the labels of the open menu's visible items. Empty if no menu is open. */
export async function readOpenMenuLabels(app: ElectronApplication): Promise<readonly string[]> {
  return app.evaluate((electron) => {
    const { standInMenus } = electron as unknown as { standInMenus: Menus }
    return (
      standInMenus.opened?.items
        .filter(({ visible }) => visible)
        .map(({ label }) => label)
        .filter(Boolean) ?? []
    )
  })
}

/** Returns the position of the open menu, in window pixels. Null if no menu is open. */
export async function readOpenMenuPosition(app: ElectronApplication): Promise<{ readonly x: number; readonly y: number } | null> {
  return app.evaluate((electron) => (electron as unknown as { standInMenus: Menus }).standInMenus.openedAt)
}

export async function closeMenu(app: ElectronApplication): Promise<void> {
  await app.evaluate((electron) => (electron as unknown as { standInMenus: Menus }).standInMenus.close())
}

export async function hasMenuBar(app: ElectronApplication): Promise<boolean> {
  return app.evaluate((electron) => (electron as unknown as { standInMenus: Menus }).standInMenus.bar() !== null)
}
