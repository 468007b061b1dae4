import { Menu, nativeImage, Tray } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import { say } from '../../../shared/i18n/say.ts'
import { trayStatusText } from './tray-text.ts'
import type { UnfinishedTaskCounts } from './unfinished-task-state.ts'
import { trayImage } from './tray-image.ts'

/** A recent result. `id`: the task's ID. */
export type RecentResult = { readonly id: string; readonly title: string }

/** Returns the tray menu. Every action is also available in the window. */
export function trayMenuTemplate(parts: {
  readonly counts: UnfinishedTaskCounts
  readonly recent: readonly RecentResult[]
  readonly onOpen: () => void
  readonly onNewTask: () => void
  readonly onQueue: () => void
  readonly onResult: (taskId: string) => void
  readonly onQuit: () => void
}): MenuItemConstructorOptions[] {
  const { counts, recent, onOpen, onNewTask, onQueue, onResult, onQuit } = parts
  return [
    { id: 'standing', label: trayStatusText(counts), click: onQueue },
    { type: 'separator' },
    { id: 'open', label: say('Open Kiln'), click: onOpen },
    { id: 'newTask', label: say('New task…'), click: onNewTask },
    ...(recent.length === 0
      ? []
      : [
          {
            id: 'recent',
            label: say('Recent results'),
            submenu: recent.map(({ id, title }) => ({ id: `result-${id}`, label: menuText(title), click: () => onResult(id) }))
          }
        ]),
    { type: 'separator' },
    { id: 'quit', label: say('Quit Kiln'), click: onQuit }
  ]
}

export type TrayIcon = {
  /** Shows or removes the icon. */
  readonly show: (isWanted: boolean) => void
  /** Sets the current menu and status text. */
  readonly update: (template: MenuItemConstructorOptions[], words: string) => void
}

/**
 * Creates the tray icon, or the menu bar icon on macOS. GNOME doesn't show tray icons, so every action must also be available elsewhere.
 */
export function createTrayIcon(onClick: () => void): TrayIcon {
  let tray: Tray | null = null
  let latest: { readonly template: MenuItemConstructorOptions[]; readonly words: string } | null = null

  function draw(): void {
    if (tray === null || latest === null) return
    tray.setToolTip(`Kiln: ${latest.words}`)
    // A new menu is built each time, because Linux doesn't update a menu in place.
    tray.setContextMenu(Menu.buildFromTemplate(latest.template))
  }
  return {
    show: (isWanted) => {
      if (!isWanted) {
        tray?.destroy()
        tray = null
        return
      }
      if (tray !== null) return
      tray = new Tray(trayImage(nativeImage, process.platform))
      // On macOS a click opens the menu.
      if (process.platform !== 'darwin') tray.on('click', onClick)
      draw()
    },
    update: (changed, words) => {
      latest = { template: changed, words }
      draw()
    }
  }
}

/** Shortens a long title. Doubles ampersands, because Electron underlines the letter after a single ampersand. */
function menuText(title: string): string {
  const short = [...title].length > 40 ? `${[...title].slice(0, 38).join('').trimEnd()}…` : title
  return short.replaceAll('&', '&&')
}
