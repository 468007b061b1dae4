import { basename, dirname } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction, HelpAction, MenuItemName, MenuCommand } from '../../shared/menu.ts'
import {
  actionShortcut,
  actionText,
  helpActionNames,
  helpText,
  commandsWithoutAccount,
  resultMenu,
  taskActionNames
} from '../../shared/menu.ts'
import { keyParts } from '../../shared/pressed-shortcut.ts'
import type { Shortcut } from '../../shared/shortcuts.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/i18n/say.ts'
import { roleItem } from './role-item.ts'

export type AppMenuParts = {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** False if no account is connected. The user then can't create tasks, and files and presets aren't available. */
  readonly isConnected: boolean
  /** Actions that apply to the current selection. */
  readonly possible: ReadonlySet<MenuAction>
  /** Absolute paths, newest first. */
  readonly recentFiles: readonly string[]
  /** Absolute paths of folders, newest first. */
  readonly recentFolders: readonly string[]
  /** Called with the action that the page should run. */
  readonly onChoose: (name: MenuItemName) => void
  /** Opens a file. For a folder, shows a dialog to choose a file in it. */
  readonly onOpenRecent: (path: string) => void
  readonly onClearRecent: () => void
  /** Called when the user chooses to quit. */
  readonly onQuit: () => void
}

/**
 * Builds the menu from the platform's roles and the page's actions. Without the edit roles, macOS has no keyboard shortcuts for copy and
 * paste. On other systems, Electron draws no menu bar in a frameless window. The page has a menu button instead (`menu.open`), and the
 * shortcuts still work. Unavailable actions are disabled.
 */
export function appMenuTemplate(parts: AppMenuParts): MenuItemConstructorOptions[] {
  const { platform, isPackaged, isConnected, possible, recentFiles, recentFolders, onChoose, onOpenRecent, onClearRecent, onQuit } = parts
  const isMac = platform === 'darwin'
  const line = { type: 'separator' } as const
  const quit: MenuItemConstructorOptions = { id: 'quit', label: say('Quit Kiln'), accelerator: 'CommandOrControl+Q', click: onQuit }
  return [
    ...(isMac ? [macMenu()] : []),
    {
      label: say('File'),
      submenu: [
        place('newTask', say('New task…')),
        place('openFile', say('Open files…')),
        {
          id: 'openRecent',
          label: say('Open recent'),
          enabled: isConnected && recentFiles.length > 0,
          submenu: recentItems('recent', recentFiles)
        },
        {
          id: 'openFrom',
          label: say('Open from recent folder'),
          enabled: isConnected && recentFolders.length > 0,
          submenu: recentItems('recent-folder', recentFolders)
        },
        line,
        { id: 'importPresets', label: say('Import presets…'), enabled: isConnected, click: () => onChoose('importPresets') },
        line,
        isMac ? roleItem('close') : quit
      ]
    },
    editMenu(),
    {
      label: say('View'),
      submenu: [
        roleItem('resetZoom'),
        roleItem('zoomIn'),
        roleItem('zoomOut'),
        ...(isMac ? [] : zoomKeys()),
        line,
        roleItem('togglefullscreen'),
        ...(isPackaged ? [] : [line, roleItem('reload'), roleItem('toggleDevTools')])
      ]
    },
    {
      label: say('Go'),
      submenu: [
        place('search'),
        line,
        place('gallery'),
        place('queue'),
        place('library'),
        place('account'),
        ...(isMac ? [] : [place('settings')])
      ]
    },
    { label: say('Result'), submenu: resultMenu.map((name) => (name === 'line' ? line : action(name))) },
    { label: say('Task'), submenu: taskActionNames.map(action) },
    {
      role: 'windowMenu',
      label: say('Window'),
      submenu: [roleItem('minimize'), roleItem('zoom'), ...(isMac ? [line, roleItem('front')] : [roleItem('close')])]
    },
    { role: 'help', label: say('Help'), submenu: [place('guide'), place('cheatSheet'), line, ...helpActionNames.map(help)] }
  ]

  /** Same as the `editMenu` role, but with Kiln's labels. */
  function editMenu(): MenuItemConstructorOptions {
    return {
      role: 'editMenu',
      label: say('Edit'),
      submenu: [
        roleItem('undo'),
        roleItem('redo'),
        line,
        roleItem('cut'),
        roleItem('copy'),
        roleItem('paste'),
        ...(isMac ? [roleItem('pasteAndMatchStyle')] : []),
        roleItem('delete'),
        ...(isMac ? [] : [line]),
        roleItem('selectAll'),
        ...(isMac ? [line, { label: say('Speech'), submenu: [roleItem('startSpeaking'), roleItem('stopSpeaking')] }] : [])
      ]
    }
  }

  /**
   * Like the `appMenu` role, but with the settings in their usual place on macOS. Its Quit item calls `onQuit`, which may ask for
   * confirmation.
   */
  function macMenu(): MenuItemConstructorOptions {
    return {
      role: 'appMenu',
      submenu: [
        roleItem('about'),
        line,
        place('settings', say('Settings…')),
        line,
        roleItem('services'),
        line,
        roleItem('hide'),
        roleItem('hideOthers'),
        roleItem('unhide'),
        line,
        quit
      ]
    }
  }

  /** Labels each item with its file or folder name. Items with equal names also show their parent folder. */
  function recentItems(id: 'recent' | 'recent-folder', paths: readonly string[]): MenuItemConstructorOptions[] {
    const names = paths.map(nameOf)
    const items = paths.map((path, at) => {
      const name = nameOf(path)
      const isAlone = names.filter((other) => other === name).length === 1
      return {
        id: `${id}-${at}`,
        label: (isAlone ? name : `${name} – ${nameOf(dirname(path))}`).replaceAll('&', '&&'),
        toolTip: path,
        click: () => onOpenRecent(path)
      }
    })
    return [
      ...items,
      line,
      { id: id === 'recent' ? 'clearRecent' : 'clearRecentFolders', label: say('Clear recent items'), click: onClearRecent }
    ]
  }

  function place(name: MenuCommand, label: string = say(shortcuts.app[name].does)): MenuItemConstructorOptions {
    const enabled = isConnected || commandsWithoutAccount.has(name)
    return { id: name, label, enabled, ...acceleratorOf(shortcuts.app[name]), click: () => onChoose(name) }
  }

  function action(name: MenuAction): MenuItemConstructorOptions {
    const shortcut = actionShortcut(name)
    return {
      id: name,
      label: say(actionText(name)),
      enabled: possible.has(name),
      ...(shortcut !== undefined && acceleratorOf(shortcut)),
      click: () => onChoose(name)
    }
  }

  function help(name: HelpAction): MenuItemConstructorOptions {
    return { id: name, label: say(helpText(name)), click: () => onChoose(name) }
  }
}

/**
 * The accelerator of the `zoomIn` role, Ctrl+Plus, requires Shift on Windows and Linux. These hidden items add Ctrl+= and the keys of the
 * number pad. Hidden items keep their accelerators.
 */
function zoomKeys(): MenuItemConstructorOptions[] {
  const keys = [
    ['zoomIn', '='],
    ['zoomIn', 'numadd'],
    ['zoomOut', 'numsub'],
    ['resetZoom', 'num0']
  ] as const
  return keys.map(([role, key]) => ({ ...roleItem(role), accelerator: `CommandOrControl+${key}`, visible: false }))
}

/**
 * On Windows and Linux, the page handles the keys. The menu only displays them. macOS ignores `registerAccelerator`, so a key that the page
 * doesn't handle activates the item. A key without Ctrl or Cmd isn't displayed, because macOS would intercept it while the user types.
 */
function acceleratorOf({ keys: [key = ''] }: Shortcut): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const [held, ...rest] = keyParts(key)
  return held === 'Mod' ? { accelerator: ['CommandOrControl', ...rest].join('+'), registerAccelerator: false } : {}
}

/** Returns the last part of a path. The root of a drive has no name, so its path is returned. */
function nameOf(path: string): string {
  return basename(path) || path
}
