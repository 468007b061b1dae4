import { basename, dirname } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { Deed, HelpDeed, MenuName } from '../../shared/menu.ts'
import { deedShortcut, deedWords, helpDeedNames, helpWords, resultMenu, taskDeedNames } from '../../shared/menu.ts'
import { keyParts } from '../../shared/pressed-shortcut.ts'
import type { Shortcut, ShortcutName } from '../../shared/shortcuts.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/words/say.ts'
import { roleItem } from './role-item.ts'

export type AppMenuParts = {
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
  /** What can be done with what is chosen in the view at hand. */
  readonly possible: ReadonlySet<Deed>
  /** Absolute paths, the newest first. */
  readonly recentFiles: readonly string[]
  /** The same of folders. */
  readonly recentFolders: readonly string[]
  /** What the page is to do. */
  readonly onChoose: (name: MenuName) => void
  /** A file is opened; in a folder a person chooses. */
  readonly onOpenRecent: (path: string) => void
  readonly onClearRecent: () => void
  /** A person wants to quit. */
  readonly onQuit: () => void
}

/**
 * The platform's own roles, and what the page can do. Without the edit roles there is no copy and paste by keyboard on macOS. Elsewhere the
 * menu isn't drawn before Alt is pressed, and its shortcuts work all the same. What can't be done now is grey.
 */
export function appMenuTemplate(parts: AppMenuParts): MenuItemConstructorOptions[] {
  const { platform, isPackaged, possible, recentFiles, recentFolders, onChoose, onOpenRecent, onClearRecent, onQuit } = parts
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
        { id: 'openRecent', label: say('Open recent'), enabled: recentFiles.length > 0, submenu: recentItems('recent', recentFiles) },
        {
          id: 'openFrom',
          label: say('Open files from'),
          enabled: recentFolders.length > 0,
          submenu: recentItems('recent-folder', recentFolders)
        },
        line,
        { id: 'importPresets', label: say('Take in presets…'), click: () => onChoose('importPresets') },
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
    { label: say('Result'), submenu: resultMenu.map((name) => (name === 'line' ? line : deed(name))) },
    { label: say('Task'), submenu: taskDeedNames.map(deed) },
    {
      role: 'windowMenu',
      label: say('Window'),
      submenu: [roleItem('minimize'), roleItem('zoom'), ...(isMac ? [line, roleItem('front')] : [roleItem('close')])]
    },
    { role: 'help', label: say('Help'), submenu: [place('guide'), place('cheatSheet'), line, ...helpDeedNames.map(help)] }
  ]

  /** As the role would be, under our own words. */
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

  /** As the role would be, with the settings where a Mac has them, and a quitting that asks first. */
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

  /** By their bare names; where two are alike, with that of the folder around them. */
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
      { id: id === 'recent' ? 'clearRecent' : 'clearRecentFolders', label: say('Clear the lists'), click: onClearRecent }
    ]
  }

  function place(name: ShortcutName<'app'>, label: string = say(shortcuts.app[name].does)): MenuItemConstructorOptions {
    return { id: name, label, ...acceleratorOf(shortcuts.app[name]), click: () => onChoose(name) }
  }

  function deed(name: Deed): MenuItemConstructorOptions {
    const shortcut = deedShortcut(name)
    return {
      id: name,
      label: say(deedWords(name)),
      enabled: possible.has(name),
      ...(shortcut !== undefined && acceleratorOf(shortcut)),
      click: () => onChoose(name)
    }
  }

  function help(name: HelpDeed): MenuItemConstructorOptions {
    return { id: name, label: say(helpWords(name)), click: () => onChoose(name) }
  }
}

/**
 * The page takes the keys itself: here they are only shown. A key without Ctrl or Cmd is not, since macOS would take it from whoever is
 * writing.
 */
function acceleratorOf({ keys: [key = ''] }: Shortcut): Pick<MenuItemConstructorOptions, 'accelerator' | 'registerAccelerator'> {
  const [held, ...rest] = keyParts(key)
  return held === 'Mod' ? { accelerator: ['CommandOrControl', ...rest].join('+'), registerAccelerator: false } : {}
}

/** A drive has no name but its path. */
function nameOf(path: string): string {
  return basename(path) || path
}
