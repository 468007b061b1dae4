import { basename, dirname } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuActionName, HelpActionName, MenuItemName, MenuCommand } from '../../../shared/app/menu.ts'
import {
  menuActionShortcut,
  menuActionText,
  helpActionNames,
  helpActionText,
  commandsWithoutAccount,
  resultMenu,
  taskActionNames
} from '../../../shared/app/menu.ts'
import { shortcutKeyParts } from '../../../shared/app/pressed-shortcut.ts'
import type { Shortcut } from '../../../shared/app/shortcuts.ts'
import { shortcuts } from '../../../shared/app/shortcuts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { roleItem } from './role-item.ts'

export type AppMenuOptions = {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** False if no account is connected. Menu items that need an account are then disabled. */
  readonly isConnected: boolean
  /** Actions that are available for the current selection. */
  readonly possible: ReadonlySet<MenuActionName>
  /** Absolute paths, newest first. */
  readonly recentFiles: readonly string[]
  /** Absolute paths of folders, newest first. */
  readonly recentFolders: readonly string[]
  /** Called with the command or action that the page should perform. */
  readonly onChoose: (name: MenuItemName) => void
  /** Called with a recent file or folder. For a folder, the callee shows a dialog to choose a file in that folder. */
  readonly onOpenRecent: (path: string) => void
  readonly onClearRecent: () => void
  readonly onQuit: () => void
}

const line = { type: 'separator' } as const

/**
 * Returns the application menu's template. It consists of Electron's menu roles and the page's actions. Unavailable actions are disabled.
 *
 * Without the edit roles, macOS wouldn't have keyboard shortcuts for copy and paste. On other systems, Electron doesn't draw a menu bar in
 * a frameless window. The page has a menu button instead (`menu.open`), and the shortcuts still work.
 */
export function appMenuTemplate(parts: AppMenuOptions): MenuItemConstructorOptions[] {
  const { platform, isPackaged, isConnected, possible, recentFiles, recentFolders, onChoose, onQuit } = parts
  const isMac = platform === 'darwin'
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
          submenu: recentItems('recent', recentFiles, parts)
        },
        {
          id: 'openFrom',
          label: say('Open from recent folder'),
          enabled: isConnected && recentFolders.length > 0,
          submenu: recentItems('recent-folder', recentFolders, parts)
        },
        line,
        { id: 'importPresets', label: say('Import presets…'), enabled: isConnected, click: () => onChoose('importPresets') },
        line,
        isMac ? roleItem('close') : quit
      ]
    },
    editMenu(isMac),
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

  /**
   * Like Electron's `appMenu` role, but with a Settings item in its usual place on macOS. The Quit item calls `onQuit`, which may ask for
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

  function place(name: MenuCommand, label: string = say(shortcuts.app[name].does)): MenuItemConstructorOptions {
    const enabled = isConnected || commandsWithoutAccount.has(name)
    return { id: name, label, enabled, ...acceleratorOf(shortcuts.app[name]), click: () => onChoose(name) }
  }

  function action(name: MenuActionName): MenuItemConstructorOptions {
    const shortcut = menuActionShortcut(name)
    return {
      id: name,
      label: say(menuActionText(name)),
      enabled: possible.has(name),
      ...(shortcut !== undefined && acceleratorOf(shortcut)),
      click: () => onChoose(name)
    }
  }

  function help(name: HelpActionName): MenuItemConstructorOptions {
    return { id: name, label: say(helpActionText(name)), click: () => onChoose(name) }
  }
}

/** Like Electron's `editMenu` role, but with labels in Kiln's language. */
function editMenu(isMac: boolean): MenuItemConstructorOptions {
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

/** Labels each item with its file or folder name. Items with equal names also show their parent folder. */
function recentItems(
  id: 'recent' | 'recent-folder',
  paths: readonly string[],
  { onOpenRecent, onClearRecent }: Pick<AppMenuOptions, 'onOpenRecent' | 'onClearRecent'>
): MenuItemConstructorOptions[] {
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

/**
 * Returns hidden menu items that add Ctrl+= and the number pad's keys as zoom shortcuts. On Windows and Linux, the `zoomIn` role's own
 * shortcut (Ctrl+Plus) requires Shift on many keyboards. The accelerators of hidden items still work.
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
 * Returns a shortcut's accelerator for display. The page handles the keys, so the accelerator isn't registered. macOS ignores
 * `registerAccelerator`. There, a key that the page doesn't handle triggers the menu item. Shortcuts without Ctrl or Cmd don't get an
 * accelerator. Otherwise, macOS would intercept their keys while the user types.
 */
function acceleratorOf({ keys: [key = ''] }: Shortcut): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const [held, ...rest] = shortcutKeyParts(key)
  return held === 'Mod' ? { accelerator: ['CommandOrControl', ...rest].join('+'), registerAccelerator: false } : {}
}

/** Returns a path's last part, or the whole path for the root of a drive. */
function nameOf(path: string): string {
  return basename(path) || path
}
