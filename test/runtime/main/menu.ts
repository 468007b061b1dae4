import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { onlyBuilt } from '../only-built.ts'

type Options = Electron.MenuItemConstructorOptions
type BuiltItem = Pick<Electron.MenuItem, 'checked' | 'enabled' | 'id' | 'label' | 'submenu' | 'type' | 'visible'>

/** An item of a menu that nobody sees; `click()` does what choosing it would. Roles do nothing. */
class StandInMenuItem implements BuiltItem {
  readonly id: string
  readonly role: Options['role']
  readonly accelerator: string | null
  label: string
  type: Electron.MenuItem['type']
  enabled: boolean
  visible: boolean
  checked: boolean
  submenu?: Electron.Menu
  readonly click: () => void

  constructor(options: Options) {
    this.id = options.id ?? ''
    this.role = options.role
    this.accelerator = options.accelerator ?? null
    this.label = options.label ?? options.role ?? ''
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal')
    this.enabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    if (options.submenu)
      this.submenu = (
        options.submenu instanceof StandInMenu ? options.submenu : StandInMenu.buildFromTemplate(options.submenu as Options[])
      ) as Electron.Menu
    const item = onlyBuilt<Electron.MenuItem>('MenuItem', this)
    this.click = () => options.click?.(item, undefined, {})
    return item as unknown as StandInMenuItem
  }
}

class StandInMenu extends EventEmitter {
  static applicationMenu: Electron.Menu | null = null
  static standInOpened: StandInMenu | null = null
  readonly items: Electron.MenuItem[] = []

  static buildFromTemplate(template: readonly (Options | Electron.MenuItem)[]): Electron.Menu {
    const menu = new StandInMenu()
    for (const options of template)
      menu.append(options instanceof StandInMenuItem ? (options as unknown as Electron.MenuItem) : new MenuItem(options as Options))
    return menu as unknown as Electron.Menu
  }

  static setApplicationMenu(menu: Electron.Menu | null): void {
    StandInMenu.applicationMenu = menu
  }

  static getApplicationMenu(): Electron.Menu | null {
    return StandInMenu.applicationMenu
  }

  constructor() {
    super()
    return onlyBuilt<StandInMenu>('Menu', this)
  }

  /** A test finds the last one that was opened as `Menu.standInOpened`. */
  popup(): void {
    StandInMenu.standInOpened = this
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

export const MenuItem = StandInMenuItem as unknown as typeof Electron.MenuItem
export const Menu = onlyBuilt<typeof Electron.Menu>('Menu', StandInMenu)
