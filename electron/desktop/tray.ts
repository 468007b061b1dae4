import { Menu, nativeImage, Tray } from 'electron'
import type { MenuItemConstructorOptions, NativeImage } from 'electron'
import { say } from '../../shared/words/say.ts'
import { standingWords } from '../core/tray-words.ts'
import type { WorkCounts } from '../core/work-under-way.ts'
import template from './icons/tray/template.png?inline'
import templateTwice from './icons/tray/template@2x.png?inline'
import small from './icons/tray/tray.png?inline'
import smallTwice from './icons/tray/tray@2x.png?inline'

/** Something made lately. `id`: of its task. */
export type RecentResult = { readonly id: string; readonly title: string }

/** Its menu, newest results last of all before the end. Every deed in it can be done in the window, too. */
export function trayTemplate(parts: {
  readonly counts: WorkCounts
  readonly recent: readonly RecentResult[]
  readonly onOpen: () => void
  readonly onNewTask: () => void
  readonly onQueue: () => void
  readonly onResult: (taskId: string) => void
  readonly onQuit: () => void
}): MenuItemConstructorOptions[] {
  const { counts, recent, onOpen, onNewTask, onQueue, onResult, onQuit } = parts
  return [
    { id: 'standing', label: standingWords(counts), click: onQueue },
    { type: 'separator' },
    { id: 'open', label: say('Open Kiln'), click: onOpen },
    { id: 'newTask', label: say('New task…'), click: onNewTask },
    ...(recent.length === 0
      ? []
      : [
          {
            id: 'recent',
            label: say('Made lately'),
            submenu: recent.map(({ id, title }) => ({ id: `result-${id}`, label: menuWords(title), click: () => onResult(id) }))
          }
        ]),
    { type: 'separator' },
    { id: 'quit', label: say('Quit Kiln'), click: onQuit }
  ]
}

export type TrayIcon = {
  /** Puts it there or takes it away. */
  readonly show: (isWanted: boolean) => void
  /** Tells it how things stand now. */
  readonly update: (template: MenuItemConstructorOptions[], words: string) => void
}

/** The icon beside the clock, in the menu bar on macOS. GNOME shows none, so nothing may be reached by it alone. */
export function createTrayIcon(onClick: () => void): TrayIcon {
  let tray: Tray | null = null
  let latest: { readonly template: MenuItemConstructorOptions[]; readonly words: string } | null = null

  function draw(): void {
    if (tray === null || latest === null) return
    tray.setToolTip(`Kiln: ${latest.words}`)
    // Linux draws a menu as it was set.
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
      tray = new Tray(picture())
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

function picture(): NativeImage {
  const isMac = process.platform === 'darwin'
  const image = nativeImage.createFromDataURL(isMac ? template : small)
  image.addRepresentation({ scaleFactor: 2, dataURL: isMac ? templateTwice : smallTwice })
  // The system draws it dark or light, as its bar needs it.
  image.setTemplateImage(isMac)
  return image
}

/** An ampersand would underline the letter behind it. */
function menuWords(title: string): string {
  const short = [...title].length > 40 ? `${[...title].slice(0, 38).join('').trimEnd()}…` : title
  return short.replaceAll('&', '&&')
}
