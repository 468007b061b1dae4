import type { ElectronApplication } from '@playwright/test'

type Call = { readonly name: string; readonly args: readonly unknown[] }
type Item = { readonly label: string; readonly submenu?: { readonly items: readonly Item[] } }
type Tray = { readonly toolTip: string; readonly menu: { readonly items: readonly Item[] }; readonly choose: (label: string) => void }

/** Returns the arguments of each call that the app made to the native API `name`, in order. Works only on the Electron stand-in. */
export async function nativeCallArguments(app: ElectronApplication, name: string): Promise<readonly (readonly unknown[])[]> {
  return app.evaluate((electron, wanted) => {
    const { standInCalls } = electron as unknown as { standInCalls: readonly Call[] }
    return standInCalls.filter((call) => call.name === wanted).map(({ args }) => args)
  }, name)
}

/** Returns the tray icon's tooltip (`words`) and its menu labels, including those of submenus. Null if the icon is hidden. */
export async function readTray(app: ElectronApplication): Promise<{ readonly words: string; readonly menu: readonly string[] } | null> {
  return app.evaluate((electron) => {
    const { standInTrays } = electron as unknown as { standInTrays: ReadonlySet<Tray> }
    const [tray] = standInTrays
    if (tray === undefined) return null
    return {
      words: tray.toolTip,
      menu: tray.menu.items.flatMap(({ label, submenu }) => [label, ...(submenu?.items ?? []).map((one) => one.label)])
    }
  })
}

/** Chooses an item of the tray menu by its label. */
export async function chooseTrayMenuItem(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate((electron, wanted) => {
    const { standInTrays } = electron as unknown as { standInTrays: ReadonlySet<Tray> }
    const [tray] = standInTrays
    if (tray === undefined) throw new Error('The tray icon is missing.')
    tray.choose(wanted)
  }, label)
}

/** Answers every message box with `answer` from now on. The returned function returns the messages that were shown. */
export async function stubMessageBoxes(
  app: ElectronApplication,
  answer: { readonly response: number; readonly checkboxChecked: boolean }
): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ dialog }, answered) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = async (...values: readonly unknown[]) => {
      const { message, detail } = values.at(-1) as { message: string; detail: string }
      asked.push(`${message}\n${detail}`)
      return answered
    }
  }, answer)
  return () => app.evaluate(() => (globalThis as unknown as { asked: readonly string[] }).asked)
}
