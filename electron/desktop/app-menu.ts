import { app, Menu } from 'electron'
import type { Deed } from '../../shared/menu.ts'
import { say } from '../../shared/words/say.ts'
import type { AppMenuParts } from './app-menu-template.ts'
import { appMenuTemplate } from './app-menu-template.ts'

/** The menu of the app, and of its icon in the dock. */
export type AppMenu = {
  /** What can be done with what is chosen, from now on. */
  readonly offer: (deeds: readonly Deed[]) => void
  /** Draws it anew: the recent files or the language have changed. */
  readonly draw: () => void
}

export function createAppMenu(
  parts: Omit<AppMenuParts, 'platform' | 'possible' | 'recentFiles'> & { readonly recentFiles: () => readonly string[] }
): AppMenu {
  let possible: ReadonlySet<Deed> = new Set()
  function draw(): void {
    const template = appMenuTemplate({ ...parts, platform: process.platform, possible, recentFiles: parts.recentFiles() })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    if (process.platform === 'darwin') {
      const items = (['newTask', 'openFile'] as const).map((name) => ({
        label: name === 'newTask' ? say('New task…') : say('Open files…'),
        click: () => parts.onChoose(name)
      }))
      app.dock?.setMenu(Menu.buildFromTemplate(items))
    }
  }
  draw()
  return {
    offer: (deeds) => {
      possible = new Set(deeds)
      draw()
    },
    draw
  }
}
