import { app, Menu } from 'electron'
import type { Deed } from '../../shared/menu.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/words/say.ts'
import type { AppMenuParts } from './app-menu-template.ts'
import { appMenuTemplate } from './app-menu-template.ts'
import { jumpList } from './jump-list.ts'

/** The menu of the app, and of its icon in the dock. */
export type AppMenu = {
  /** What can be done with what is chosen, from now on. */
  readonly offer: (deeds: readonly Deed[]) => void
  /** Draws it anew: the recent files or the language have changed. */
  readonly draw: () => void
}

export function createAppMenu(
  parts: Omit<AppMenuParts, 'platform' | 'possible' | 'recentFiles' | 'recentFolders'> & {
    readonly recentFiles: () => readonly string[]
    readonly recentFolders: () => readonly string[]
    /** The system does not take a list. */
    readonly onRefusal: (what: string) => void
  }
): AppMenu {
  let possible: ReadonlySet<Deed> = new Set()
  let lastJumpList = ''
  function draw(): void {
    const [recentFiles, recentFolders] = [parts.recentFiles(), parts.recentFolders()]
    const template = appMenuTemplate({ ...parts, platform: process.platform, possible, recentFiles, recentFolders })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
    if (process.platform === 'darwin') {
      const words = {
        newTask: say('New task…'),
        openFile: say('Open files…'),
        queue: say(shortcuts.app.queue.does),
        library: say(shortcuts.app.library.does)
      }
      const items = (['newTask', 'openFile', 'queue', 'library'] as const).map((name) => ({
        label: words[name],
        click: () => parts.onChoose(name)
      }))
      app.dock?.setMenu(Menu.buildFromTemplate(items))
    }
    if (process.platform === 'win32') {
      const list = jumpList(process.execPath)
      // Windows writes it into a file each time, and keeps the list of recent ones by itself.
      if (JSON.stringify(list) === lastJumpList) return
      lastJumpList = JSON.stringify(list)
      const answer = app.setJumpList(list)
      if (answer !== 'ok') parts.onRefusal(answer)
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
