import type { ElectronApplication } from '@playwright/test'

type Call = { readonly name: string; readonly args: readonly unknown[] }
type Item = {
  readonly id: string
  readonly label: string
  readonly click: () => void
  readonly submenu?: { readonly items: readonly Item[] }
}
type Tray = { readonly toolTip: string; readonly menu: { readonly items: readonly Item[] }; readonly emit: (name: string) => void }

/** What the system was asked for by this name, in order; only the stand-in can tell. */
export async function callsTo(app: ElectronApplication, name: string): Promise<readonly (readonly unknown[])[]> {
  return app.evaluate((electron, wanted) => {
    const { standInCalls } = electron as unknown as { standInCalls: readonly Call[] }
    return standInCalls.filter((call) => call.name === wanted).map(({ args }) => args)
  }, name)
}

/** The words beside the icon in the tray and of its menu; null: there is no icon. */
export async function trayOf(app: ElectronApplication): Promise<{ readonly words: string; readonly menu: readonly string[] } | null> {
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

/** Chooses an item of the tray's menu by its words. */
export async function chooseInTray(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate((electron, wanted) => {
    const { standInTrays } = electron as unknown as { standInTrays: ReadonlySet<Tray> }
    const items = [...standInTrays].flatMap(({ menu }) => menu.items.flatMap((item) => [item, ...(item.submenu?.items ?? [])]))
    const found = items.find((item) => item.label === wanted)
    if (found === undefined) throw new Error(`“${wanted}” is not in the menu of the tray.`)
    found.click()
  }, label)
}

/** Every question of the system from now on is answered so. Tells what was asked. */
export async function answerQuestions(
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
