import { app, BrowserWindow, Menu } from 'electron'
import type { MenuPort } from '../../ipc/ports.ts'
import type { MenuActionName, MenuItemName } from '../../../shared/app/menu.ts'
import { shortcuts } from '../../../shared/app/shortcuts.ts'
import { say } from '../../../shared/i18n/say.ts'
import type { AppMenuOptions } from './app-menu-template.ts'
import { appMenuTemplate } from './app-menu-template.ts'
import type { InstallKind } from '../../launch/install-kind.ts'
import { jumpList } from './jump-list.ts'

/** The application menu and the dock menu. */
export type AppMenu = MenuPort & {
  /** Queues a command or action. The page fetches it with `take`. */
  readonly choose: (name: MenuItemName) => void
  /** Rebuilds the menu after the recent files or the language have changed. */
  readonly draw: () => void
  /** Rebuilds the menu if an account has been connected or disconnected. */
  readonly followAccount: () => void
}

export function createAppMenu(
  parts: Omit<AppMenuOptions, 'platform' | 'isConnected' | 'possible' | 'recentFiles' | 'recentFolders' | 'onChoose'> & {
    /** Called when a command or action is queued. The callee shows the window, whose page then fetches it. */
    readonly onChosen: () => void
    readonly isConnected: () => boolean
    readonly recentFiles: () => readonly string[]
    readonly recentFolders: () => readonly string[]
    readonly kind: InstallKind
    /** Called if the system rejects the jump list. */
    readonly onRefusal: (what: string) => void
  }
): AppMenu {
  let possible: ReadonlySet<MenuActionName> = new Set()
  let isConnected = parts.isConnected()
  let lastJumpList = ''
  // Actions are queued until the page fetches them. A page that is still loading doesn't receive IPC events.
  let chosen: readonly MenuItemName[] = []
  function choose(name: MenuItemName): void {
    chosen = [...chosen, name]
    parts.onChosen()
  }
  function draw(): void {
    const [recentFiles, recentFolders] = [parts.recentFiles(), parts.recentFolders()]
    const template = appMenuTemplate({
      ...parts,
      onChoose: choose,
      platform: process.platform,
      isConnected,
      possible,
      recentFiles,
      recentFolders
    })
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
        click: () => choose(name)
      }))
      app.dock?.setMenu(Menu.buildFromTemplate(items))
    }
    // Only an installed copy sets the jump list. For a temporary copy, Windows would keep a path that no longer exists.
    if (process.platform === 'win32' && parts.kind === 'installed') {
      const list = jumpList(process.execPath)
      // Skips an unchanged list, because Windows writes the list to a file each time. Windows updates the recent files itself.
      if (JSON.stringify(list) === lastJumpList) return
      lastJumpList = JSON.stringify(list)
      const answer = app.setJumpList(list)
      if (answer !== 'ok') parts.onRefusal(answer)
    }
  }
  draw()
  return {
    setAvailable: (actions) => {
      if (actions.length === 0 && possible.size === 0) return
      possible = new Set(actions)
      draw()
    },
    open: ({ x, y, by }) =>
      new Promise((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        const menu = Menu.getApplicationMenu()
        if (window === undefined || menu === null) return resolve()
        const zoom = window.webContents.getZoomFactor()
        // Electron accepts only whole pixels.
        const place = { x: Math.round(x * zoom), y: Math.round(y * zoom) }
        menu.popup({ window, ...place, sourceType: by === 'keyboard' ? 'keyboard' : 'mouse', callback: resolve })
      }),
    take: () => {
      const taken = chosen
      chosen = []
      return taken
    },
    quit: parts.onQuit,
    choose,
    draw,
    followAccount: () => {
      if (parts.isConnected() === isConnected) return
      isConnected = !isConnected
      draw()
    }
  }
}
