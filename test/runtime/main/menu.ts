import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import type { DesktopPlatform } from '../host-platform.ts'
import { throwOnMissingMembers } from '../not-implemented.ts'
import type { DrawnMenuItem } from '../page/show-menu.ts'
import { findMenuItemForKey, roleAccelerators, type UnhandledKey } from './accelerators.ts'
import type { StandInBrowserWindow } from './browser-window.ts'
import type { Windows } from './windows.ts'

type Options = Electron.MenuItemConstructorOptions
type BuiltItem = Pick<
  Electron.MenuItem,
  'accelerator' | 'checked' | 'enabled' | 'id' | 'label' | 'registerAccelerator' | 'submenu' | 'type' | 'visible'
>

/** Menus as the user sees them, for tests. Only items on the screen can be chosen. Not part of Electron's API. */
export type StandInMenus = {
  /** The menu that is open. Null if none is open. */
  readonly opened: Electron.Menu | null
  /** Position in the window at which the menu was opened, in pixels. Null if no menu is open. */
  readonly openedAt: { readonly x: number; readonly y: number } | null
  /**
   * Returns the app menu if the system draws it, otherwise null. The system draws it on macOS, and elsewhere in a window with a system
   * frame.
   */
  readonly bar: () => Electron.Menu | null
  /**
   * Chooses an item by its ID or label, and closes the open menu. Throws if no menu on the screen has the item, or if the item is disabled.
   */
  readonly choose: (id: string) => void
  /** Like `choose`, but in the dock's menu. */
  readonly chooseInDock: (id: string) => void
  /** Closes the open menu without choosing an item, as Escape does. */
  readonly close: () => void
}

export type MenuParts = {
  readonly platform: DesktopPlatform
  readonly windows: Windows
  readonly dockMenu: () => Electron.Menu | null
  /**
   * Shows an open menu to the user. Resolves to the indexes of the chosen item, one for each menu level. Resolves to null if no item was
   * chosen. The function is null if there is no user.
   */
  readonly draw:
    | ((window: StandInBrowserWindow, items: readonly DrawnMenuItem[], x: number, y: number) => Promise<readonly number[] | null>)
    | null
  /** Performs a menu role, or records a role that only a real desktop supports. */
  readonly performRole: (role: string, window: StandInBrowserWindow | null) => void
}

/** Creates the `Menu` and `MenuItem` classes. Tracks which menus are on the screen. */
export function createMenuClasses(parts: MenuParts) {
  const { platform, windows } = parts
  const acts = new WeakMap<object, () => void>()
  let applicationMenu: Electron.Menu | null = null
  let popup: { readonly menu: Electron.Menu; readonly x: number; readonly y: number; readonly onClosed: () => void } | null = null

  class StandInMenuItem implements BuiltItem {
    readonly id: string
    readonly role: Options['role']
    readonly accelerator: string | null
    readonly registerAccelerator: boolean
    label: string
    type: Electron.MenuItem['type']
    enabled: boolean
    visible: boolean
    checked: boolean
    submenu?: Electron.Menu

    constructor(options: Options) {
      this.id = options.id ?? ''
      this.role = options.role
      this.accelerator = options.accelerator ?? null
      this.registerAccelerator = options.registerAccelerator ?? true
      this.label = options.label ?? options.role ?? ''
      this.type = options.type ?? (options.submenu ? 'submenu' : 'normal')
      this.enabled = options.enabled ?? true
      this.visible = options.visible ?? true
      this.checked = options.checked ?? false
      if (options.submenu)
        this.submenu = (
          options.submenu instanceof StandInMenu ? options.submenu : StandInMenu.buildFromTemplate(options.submenu as Options[])
        ) as Electron.Menu
      const item = throwOnMissingMembers<Electron.MenuItem>('MenuItem', this)
      acts.set(item, () => {
        const window = windows.current() ?? windows.all().at(-1) ?? null
        if (options.role !== undefined && options.click === undefined) parts.performRole(options.role, window)
        else options.click?.(item, window as unknown as Electron.BaseWindow, {})
      })
      return item as unknown as StandInMenuItem
    }

    /** Always throws. A test that called it would pass even if the user couldn't reach the item. */
    click(): never {
      throw new Error(`stand-in: click() isn’t supported. Choose “${this.label}” in an open menu with standInMenus.choose`)
    }
  }

  class StandInMenu extends EventEmitter {
    readonly items: Electron.MenuItem[] = []

    static buildFromTemplate(template: readonly (Options | Electron.MenuItem)[]): Electron.Menu {
      const menu = new StandInMenu()
      for (const options of template)
        menu.append(
          options instanceof StandInMenuItem
            ? (options as unknown as Electron.MenuItem)
            : (new StandInMenuItem(options as Options) as unknown as Electron.MenuItem)
        )
      return menu as unknown as Electron.Menu
    }

    static setApplicationMenu(menu: Electron.Menu | null): void {
      applicationMenu = menu
    }

    static getApplicationMenu(): Electron.Menu | null {
      return applicationMenu
    }

    constructor() {
      super()
      return throwOnMissingMembers<StandInMenu>('Menu', this)
    }

    /**
     * Throws without a window and for fractional coordinates, as Electron does. Also throws for a point outside the window, where the user
     * couldn't see the menu.
     */
    popup({ window, x, y, callback }: Electron.PopupOptions = {}): void {
      const over = (window as unknown as StandInBrowserWindow | undefined) ?? windows.current()
      if (over === null) throw new TypeError('Cannot open Menu without a BaseWindow present')
      if ((x === undefined) !== (y === undefined)) throw new TypeError('stand-in: Menu.popup needs both x and y, or neither')
      for (const place of [x, y])
        if (place !== undefined && !Number.isInteger(place))
          throw new TypeError(`Error processing argument: conversion failure from ${place}`)
      const { width, height } = over.getContentBounds()
      const at = { x: x ?? 0, y: y ?? 0 }
      if (at.x < 0 || at.y < 0 || at.x > width || at.y > height)
        throw new Error(`stand-in: the menu position (${at.x}, ${at.y}) is outside the window, which is ${width} by ${height}`)
      close()
      const opened = { menu: this as unknown as Electron.Menu, ...at, onClosed: () => callback?.() }
      popup = opened
      const settle = (path: readonly number[] | null): void => {
        if (popup !== opened) return
        close()
        const item = path === null ? undefined : itemAt(opened.menu, path)
        if (item !== undefined) act(item)
      }
      // Also closes the menu if its page closes.
      parts.draw?.(over, drawn(opened.menu), at.x, at.y).then(settle, () => settle(null))
    }

    append(item: Electron.MenuItem): void {
      this.items.push(item)
    }

    getMenuItemById(id: string): Electron.MenuItem | null {
      for (const item of this.items) {
        const found = item.id === id ? item : (item.submenu?.getMenuItemById(id) ?? null)
        if (found) return found
      }
      return null
    }
  }

  function close(): void {
    const closed = popup
    popup = null
    closed?.onClosed()
  }

  function drawn(menu: Electron.Menu): DrawnMenuItem[] {
    return shown(menu).map((item) => ({
      label: item.label.replaceAll('&&', '&'),
      keys: (item.accelerator ?? roleAccelerators[item.role ?? ''] ?? '').replace('CommandOrControl', 'Ctrl'),
      isEnabled: item.enabled,
      isLine: item.type === 'separator',
      items: item.submenu ? drawn(item.submenu) : null
    }))
  }

  function itemAt(menu: Electron.Menu, [first = 0, ...rest]: readonly number[]): Electron.MenuItem | undefined {
    const item = shown(menu)[first]
    return rest.length === 0 || !item?.submenu ? item : itemAt(item.submenu, rest)
  }

  const hasBar = (): boolean => platform === 'darwin' || windows.all().some((window) => window.hasFrame)
  const bar = (): Electron.Menu | null => (hasBar() ? applicationMenu : null)

  /** Finds an item as the user would, submenu by submenu. Null if no menu has the item, or if it is hidden. */
  function find(menu: Electron.Menu | null, id: string): Electron.MenuItem | null {
    for (const item of menu?.items ?? []) {
      if (!item.visible) continue
      if (item.id === id || item.label === id) return item
      if (item.submenu && item.enabled) {
        const found = find(item.submenu, id)
        if (found !== null) return found
      }
    }
    return null
  }

  const standInMenus: StandInMenus = {
    get opened() {
      return popup?.menu ?? null
    },
    get openedAt() {
      return popup === null ? null : { x: popup.x, y: popup.y }
    },
    bar,
    choose: (id) => chooseIn(popup?.menu ?? bar(), id),
    chooseInDock: (id) => chooseIn(parts.dockMenu(), id),
    close
  }

  function chooseIn(menu: Electron.Menu | null, id: string): void {
    const item = find(menu, id)
    if (item === null) throw new Error(`stand-in: no open menu has “${id}”`)
    if (!item.enabled) throw new Error(`stand-in: “${id}” is disabled`)
    close()
    act(item)
  }

  function act(item: Electron.MenuItem): void {
    acts.get(item)?.()
  }

  /** Triggers the app menu's item for a key that the page didn't handle. Also triggers hidden items. Disabled items do nothing. */
  function press(key: UnhandledKey): void {
    const item = applicationMenu === null ? null : findMenuItemForKey(applicationMenu, key, platform)
    if (item?.enabled) act(item)
  }

  return {
    Menu: throwOnMissingMembers<typeof Electron.Menu>('Menu', StandInMenu),
    MenuItem: StandInMenuItem as unknown as typeof Electron.MenuItem,
    standInMenus,
    press,
    act
  }
}

function shown(menu: Electron.Menu): readonly Electron.MenuItem[] {
  return menu.items.filter(({ visible }) => visible)
}
