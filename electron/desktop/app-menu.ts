import { Menu } from 'electron'
import type { MenuItemConstructorOptions } from 'electron'
import { keyParts } from '../../shared/pressed-shortcut.ts'
import type { ShortcutName } from '../../shared/shortcuts.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/words/say.ts'

/**
 * The platform's own roles, the places of the window, and the cheat sheet. Without the edit roles there is no copy and paste by keyboard on
 * macOS. Elsewhere the menu isn't drawn, and its shortcuts work all the same.
 */
export function setAppMenu(options: {
  readonly isPackaged: boolean
  /** A person wants to quit. */
  readonly onQuit: () => void
  /** What the page is to do. */
  readonly onChoose: (name: ShortcutName<'app'>) => void
}): void {
  const isMac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [macMenu()] : []),
    { label: 'File', submenu: [isMac ? { role: 'close' } : quit()] },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(options.isPackaged ? [] : [{ type: 'separator' } as const, { role: 'reload' } as const, { role: 'toggleDevTools' } as const])
      ]
    },
    {
      label: 'Go',
      submenu: [item('search'), { type: 'separator' }, item('gallery'), item('queue'), item('library'), item('account'), item('settings')]
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('guide'), item('cheatSheet')] }
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))

  /** As the role would be, but for the quitting, which asks first. */
  function macMenu(): MenuItemConstructorOptions {
    const roles = [
      { role: 'about' },
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' }
    ] as const
    return { role: 'appMenu', submenu: [...roles, quit()] }
  }

  function quit(): MenuItemConstructorOptions {
    return { id: 'quit', label: say('Quit Kiln'), accelerator: 'CommandOrControl+Q', click: options.onQuit }
  }

  function item(name: ShortcutName<'app'>): MenuItemConstructorOptions {
    const { does, keys } = shortcuts.app[name]
    return { id: name, label: does, ...acceleratorOf(keys[0]), click: () => options.onChoose(name) }
  }
}

/**
 * The page takes the keys itself: here they are only shown. A key without Ctrl or Cmd is not, since macOS would take it from whoever is
 * writing.
 */
function acceleratorOf(key: string): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const [held, ...rest] = keyParts(key)
  return held === 'Mod' ? { accelerator: ['CommandOrControl', ...rest].join('+'), registerAccelerator: false } : {}
}
