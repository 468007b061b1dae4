import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, describe, expect, it } from 'vitest'
import { appMenuTemplate, type AppMenuOptions } from '../../../../electron/desktop/menu/app-menu-template.ts'
import { jumpList } from '../../../../electron/desktop/menu/jump-list.ts'
import { createRecentPaths } from '../../../../electron/desktop/menu/recent-paths.ts'
import { textContextMenuTemplate } from '../../../../electron/desktop/menu/text-context-menu-template.ts'
import { parseLaunchArguments } from '../../../../electron/launch/launch-arguments.ts'
import { parseDeepLink } from '../../../../shared/app/deep-link.ts'
import { menuActionNames } from '../../../../shared/app/menu.ts'
import { shortcuts } from '../../../../shared/app/shortcuts.ts'
import { createMenuClasses } from '../../../runtime/main/menu.ts'
import { Windows } from '../../../runtime/main/windows.ts'
import { loadLocale } from '../../../../shared/i18n/load-locale.ts'

const done: string[] = []
const parts: AppMenuOptions = {
  platform: 'linux',
  isPackaged: true,
  isConnected: true,
  possible: new Set(),
  recentFiles: [],
  recentFolders: [],
  onChoose: (name) => void done.push(name),
  onOpenRecent: (path) => void done.push(path),
  onClearRecent: () => void done.push('clear'),
  onQuit: () => void done.push('quit')
}

function itemsOf(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsOf(item.submenu) : [])])
}
const find = (template: readonly MenuItemConstructorOptions[], id: string): MenuItemConstructorOptions | undefined =>
  itemsOf(template).find((item) => item.id === id)
const isNotChinese = ({ type, label = '' }: MenuItemConstructorOptions): boolean => type !== 'separator' && !/\p{Script=Han}/u.test(label)
const press = (item: MenuItemConstructorOptions | undefined): void => item?.click?.(undefined as never, undefined, undefined as never)

afterEach(() => loadLocale('en'))

describe('the app menu', () => {
  it.each(['darwin', 'win32', 'linux'] as const)(
    'is fully translated into the current language on %s, including the platform’s own items',
    async (platform) => {
      await loadLocale('zh-Hans')
      const items = itemsOf(appMenuTemplate({ ...parts, platform, isPackaged: false })).filter(({ type }) => type !== 'separator')
      // The app menu is named after the app, so its name isn't translated.
      expect(items.filter(({ role }) => role !== 'appMenu').filter(isNotChinese)).toEqual([])
    }
  )

  it.each(['darwin', 'win32', 'linux'] as const)(
    'contains every app shortcut on %s exactly once, displayed but not registered',
    (platform) => {
      const items = itemsOf(appMenuTemplate({ ...parts, platform }))
      // The `menu` shortcut opens the menu itself, so no menu item has this shortcut.
      const { menu: _, ...inMenu } = shortcuts.app
      for (const [name, { keys }] of Object.entries(inMenu)) {
        const found = items.filter(({ id }) => id === name)
        expect(found, name).toHaveLength(1)
        const [key] = keys
        if (key.startsWith('Mod+'))
          expect(found[0]).toMatchObject({ accelerator: key.replace('Mod', 'CommandOrControl'), registerAccelerator: false })
        else expect(found[0]).not.toHaveProperty('accelerator')
      }
    }
  )

  it.each(['darwin', 'win32', 'linux'] as const)('assigns no key twice on %s', (platform) => {
    const keys = itemsOf(appMenuTemplate({ ...parts, platform })).flatMap(({ accelerator }) => accelerator ?? [])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it.each(['win32', 'linux'] as const)('zooms on %s with every plus and minus key, with or without Shift', (platform) => {
    const roles: string[] = []
    const menus = createMenuClasses({
      platform,
      windows: new Windows(() => undefined),
      dockMenu: () => null,
      draw: null,
      performRole: (role) => void roles.push(role)
    })
    menus.Menu.setApplicationMenu(menus.Menu.buildFromTemplate(appMenuTemplate({ ...parts, platform })))
    const pressControl = (code: string, shiftKey = false): void =>
      menus.press({ code, ctrlKey: true, metaKey: false, shiftKey, altKey: false })
    pressControl('Equal', true)
    for (const code of ['Equal', 'NumpadAdd', 'Minus', 'NumpadSubtract', 'Digit0', 'Numpad0']) pressControl(code)
    expect(roles).toEqual(['zoomIn', 'zoomIn', 'zoomIn', 'zoomOut', 'zoomOut', 'resetZoom', 'resetZoom'])
  })

  it('has the roles that macOS needs for copying and other standard actions', () => {
    const mac = appMenuTemplate({ ...parts, platform: 'darwin' })
    expect(mac.map(({ role, label }) => role ?? label)).toEqual([
      'appMenu',
      'File',
      'editMenu',
      'View',
      'Go',
      'Result',
      'Task',
      'windowMenu',
      'help'
    ])
    expect(itemsOf(mac).map(({ role }) => role)).toEqual(
      expect.arrayContaining(['about', 'services', 'hide', 'hideOthers', 'unhide', 'close'])
    )
  })

  it('asks before quitting, on every system', () => {
    for (const platform of ['darwin', 'win32', 'linux'] as const) {
      const menu = appMenuTemplate({ ...parts, platform })
      expect(itemsOf(menu).filter(({ role }) => role === 'quit')).toEqual([])
      press(find(menu, 'quit'))
      expect(done.pop()).toBe('quit')
    }
  })

  it('without an account enables local views and help', () => {
    const menu = appMenuTemplate({ ...parts, isConnected: false })
    for (const name of ['guide', 'cheatSheet', 'connectionCheck', 'diagnostics', 'licences', 'library', 'queue', 'account', 'settings'])
      expect(find(menu, name) ?? { enabled: false }, name).not.toMatchObject({ enabled: false })
    for (const name of ['newTask', 'openFile', 'search', 'gallery', 'importPresets']) expect(find(menu, name)?.enabled, name).toBe(false)
  })

  it('enables only the actions that are possible', () => {
    const menu = appMenuTemplate({ ...parts, possible: new Set(['saveAs', 'trash', 'hide']) })
    expect(menuActionNames.filter((name) => find(menu, name)?.enabled)).toEqual(['saveAs', 'trash', 'hide'])
    press(find(menu, 'saveAs'))
    expect(done.pop()).toBe('saveAs')
  })

  it('lists the guide, diagnostics and other help under Help', () => {
    const help = appMenuTemplate(parts).at(-1)
    const items = itemsOf(help === undefined ? [] : [help]).filter(({ type }) => type !== 'separator')
    expect(items.slice(1).map(({ label }) => label)).toEqual([
      'User guide',
      'Keyboard shortcuts',
      'Connection check',
      'Diagnostics',
      'Release notes',
      'Licences'
    ])
    press(items.at(-1))
    expect(done.pop()).toBe('licences')
  })

  it('lists recent files by name and can clear them', () => {
    expect(find(appMenuTemplate(parts), 'openRecent')?.enabled).toBe(false)
    const menu = appMenuTemplate({ ...parts, recentFiles: ['/home/ada/a & b.png', '/home/ada/c.png'] })
    expect(find(menu, 'recent-0')).toMatchObject({ label: 'a && b.png', toolTip: '/home/ada/a & b.png' })
    press(find(menu, 'recent-1'))
    expect(done.pop()).toBe('/home/ada/c.png')
    press(find(menu, 'clearRecent'))
    expect(done.pop()).toBe('clear')
  })

  it('lists recent folders, and tells equal names apart by their parent folder', () => {
    expect(find(appMenuTemplate(parts), 'openFrom')?.enabled).toBe(false)
    const menu = appMenuTemplate({ ...parts, recentFolders: ['/home/ada/2026/photos', '/home/ada/clay', '/home/ada/2025/photos'] })
    expect(find(menu, 'recent-folder-0')).toMatchObject({ label: 'photos – 2026', toolTip: '/home/ada/2026/photos' })
    expect(find(menu, 'recent-folder-1')?.label).toBe('clay')
    press(find(menu, 'recent-folder-2'))
    expect(done.pop()).toBe('/home/ada/2025/photos')
    press(find(menu, 'clearRecentFolders'))
    expect(done.pop()).toBe('clear')
  })

  it('contains developer tools only in an unpackaged Kiln', () => {
    const roles = (isPackaged: boolean) => itemsOf(appMenuTemplate({ ...parts, isPackaged })).map(({ role }) => role)
    expect(roles(true)).not.toContain('toggleDevTools')
    expect(roles(false)).toContain('toggleDevTools')
  })
})

describe('recent files', () => {
  it('are limited to ten, newest first, saved across restarts, reported to the system, and can be cleared', () => {
    let kept: unknown
    const system: string[] = []
    const open = () =>
      createRecentPaths({
        section: { read: () => kept, write: (value) => void (kept = value) },
        system: { add: (path) => void system.push(path), clear: () => void system.push('clear') },
        onChange: () => undefined
      })
    const recent = open()
    for (let at = 0; at < 12; at++) recent.add(`/${at}`)
    recent.add('/5')
    expect(recent.list()).toEqual(['/5', '/11', '/10', '/9', '/8', '/7', '/6', '/4', '/3', '/2'])
    expect(open().list()).toEqual(recent.list())
    recent.clear()
    expect(open().list()).toEqual([])
    expect(system).toHaveLength(14)
    kept = { not: 'a list' }
    expect(open().list()).toEqual([])
  })
})

describe('the Windows jump list', () => {
  it('contains recent files and places with valid links in the current language', async () => {
    await loadLocale('zh-Hans')
    const [recent, tasks] = jumpList('C:\\Kiln\\Kiln.exe')
    expect(recent).toEqual({ type: 'recent' })
    const items = tasks?.items ?? []
    expect(items.map(({ title }) => title).filter((title) => !/\p{Script=Han}/u.test(title ?? ''))).toEqual([])
    expect(items.map(({ program }) => program)).toEqual(items.map(() => 'C:\\Kiln\\Kiln.exe'))
    const called = items.map(({ args = '' }) =>
      parseLaunchArguments(['C:\\Kiln\\Kiln.exe', ...args.split(' ')], { isPackaged: true, workingDirectory: 'C:\\', platform: 'win32' })
    )
    expect(called.flatMap(({ links }) => links.map(parseDeepLink))).toEqual(
      ['gallery', 'queue', 'library'].map((id) => ({ to: 'place', id }))
    )
    expect(called.flatMap(({ files }) => files)).toEqual([])
  })
})

describe('the text context menu', () => {
  const plain = {
    isEditable: true,
    selectionText: '',
    misspelledWord: '',
    dictionarySuggestions: [],
    editFlags: { canUndo: false, canRedo: false, canCut: false, canCopy: false, canPaste: true, canSelectAll: true }
  }
  const actions = { onReplace: (word: string) => void done.push(word), onLearn: (word: string) => void done.push(`learn ${word}`) }
  const labels = (items: readonly MenuItemConstructorOptions[] | null) =>
    items?.flatMap(({ role, label, enabled }) =>
      role === undefined && label === undefined ? [] : [`${role ?? label}${enabled === false ? ' (grey)' : ''}`]
    )

  it('contains the edit actions', () => {
    expect(labels(textContextMenuTemplate(plain, actions))).toEqual([
      'undo (grey)',
      'redo (grey)',
      'cut (grey)',
      'copy (grey)',
      'paste',
      'selectAll'
    ])
  })

  it('offers up to five suggestions for a misspelled word, and to add it to the dictionary', () => {
    const dictionarySuggestions = ['vase', 'vast', 'case', 'base', 'vas', 'ease']
    const menu = textContextMenuTemplate({ ...plain, misspelledWord: 'vaze', dictionarySuggestions }, actions)
    expect(labels(menu)?.slice(0, 6)).toEqual(['vase', 'vast', 'case', 'base', 'vas', 'Add to dictionary'])
    menu?.[0]?.click?.(undefined as never, undefined, undefined as never)
    expect(done.pop()).toBe('vase')
    menu?.find(({ id }) => id === 'learn')?.click?.(undefined as never, undefined, undefined as never)
    expect(done.pop()).toBe('learn vaze')
    expect(labels(textContextMenuTemplate({ ...plain, misspelledWord: 'vzzz' }, actions))?.[0]).toBe('No suggestions (grey)')
  })

  it('offers to copy selected read-only text, and doesn’t appear without a selection', () => {
    expect(labels(textContextMenuTemplate({ ...plain, isEditable: false, selectionText: 'a vase' }, actions))).toEqual([
      'copy',
      'selectAll'
    ])
    expect(textContextMenuTemplate({ ...plain, isEditable: false, selectionText: ' ' }, actions)).toBeNull()
  })

  it('is in the current language', async () => {
    await loadLocale('zh-Hans')
    expect(textContextMenuTemplate(plain, actions)?.filter(isNotChinese)).toEqual([])
  })
})
