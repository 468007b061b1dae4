import { describe, expect, it } from 'vitest'
import { findMenuItemForKey, type UnhandledKey } from './main/accelerators.ts'
import type { StandInBrowserWindow } from './main/browser-window.ts'
import { createMenuClasses } from './main/menu.ts'
import { Windows } from './main/windows.ts'
import type { DesktopPlatform } from './host-platform.ts'

const held = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const control = (code: string, more: Partial<UnhandledKey> = {}): UnhandledKey => ({ ...held, code, ctrlKey: true, ...more })
const command = (code: string): UnhandledKey => ({ ...held, code, metaKey: true })

function menusOn(platform: DesktopPlatform, hasFrame = false) {
  const windows = new Windows(() => undefined)
  const window = { hasFrame, getContentBounds: () => ({ x: 0, y: 0, width: 900, height: 600 }) } as unknown as StandInBrowserWindow
  windows.add(window)
  const done: string[] = []
  const menus = createMenuClasses({ platform, windows, dockMenu: () => null, draw: null, performRole: (role) => void done.push(role) })
  const menu = menus.Menu.buildFromTemplate([
    {
      label: 'File',
      submenu: [
        { id: 'new', label: 'New', accelerator: 'CommandOrControl+N', registerAccelerator: false, click: () => void done.push('new') },
        { id: 'grey', label: 'Grey', enabled: false },
        { id: 'hidden', label: 'Hidden', visible: false, accelerator: 'CommandOrControl+=', click: () => void done.push('hidden') },
        { role: 'zoomIn', label: 'Zoom in' }
      ]
    }
  ])
  menus.Menu.setApplicationMenu(menu)
  return { ...menus, menu, window: window as unknown as Electron.BrowserWindow, done }
}

describe('the stand-in’s menu module', () => {
  it('has a menu bar on macOS and in windows with a frame, and nowhere else', () => {
    expect(menusOn('darwin').standInMenus.bar()).not.toBeNull()
    expect(menusOn('win32', true).standInMenus.bar()).not.toBeNull()
    expect(menusOn('win32').standInMenus.bar()).toBeNull()
    expect(menusOn('linux').standInMenus.bar()).toBeNull()
  })

  it('rejects choosing an item that is off screen, hidden or disabled, and direct clicks', () => {
    const { standInMenus, menu, window, done } = menusOn('win32')
    expect(() => standInMenus.choose('new')).toThrow('no open menu has “new”')
    expect(() => menu.getMenuItemById('new')?.click()).toThrow('click() isn’t supported')
    menu.popup({ window, x: 10, y: 40 })
    expect(() => standInMenus.choose('hidden')).toThrow('no open menu')
    expect(() => standInMenus.choose('grey')).toThrow('is disabled')
    standInMenus.choose('New')
    expect(done).toEqual(['new'])
    expect(standInMenus.opened).toBeNull()
  })

  it('opens a menu only over a window, at whole pixels within it, and reports when it closes', () => {
    const { standInMenus, menu, window } = menusOn('linux')
    let closed = 0
    expect(() => menu.popup()).toThrow('Cannot open Menu without a BaseWindow present')
    expect(() => menu.popup({ window, x: 10.5, y: 40 })).toThrow('conversion failure from 10.5')
    expect(() => menu.popup({ window, x: 10, y: 700 })).toThrow('outside the window')
    menu.popup({ window, x: 10, y: 40, callback: () => void closed++ })
    expect(standInMenus.openedAt).toEqual({ x: 10, y: 40 })
    standInMenus.close()
    expect(closed).toBe(1)
  })

  it('leaves unregistered keys to the page, except on macOS, which handles every key equivalent', () => {
    const [windows, mac] = [menusOn('win32'), menusOn('darwin')]
    windows.press(control('KeyN'))
    expect(windows.done).toEqual([])
    mac.press(command('KeyN'))
    expect(mac.done).toEqual(['new'])
  })

  it('distinguishes Shift outside macOS, and also triggers hidden items', () => {
    const { press, done } = menusOn('win32')
    press(control('Equal', { shiftKey: true }))
    press(control('Equal'))
    expect(done).toEqual(['zoomIn', 'hidden'])
    const mac = menusOn('darwin')
    expect(findMenuItemForKey(mac.menu, { ...command('Equal'), shiftKey: true }, 'darwin')).not.toBeNull()
  })

  it('rejects an accelerator that it can’t parse', () => {
    const { Menu, press } = menusOn('linux')
    Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: 'x', accelerator: 'Control+Nonsense' }]))
    expect(() => press(control('KeyN'))).toThrow('the accelerator Control+Nonsense is not implemented')
  })
})
