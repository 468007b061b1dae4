import type Electron from 'electron'
import type { DesktopPlatform } from '../host-platform.ts'

/** A key press that the page didn't handle. `code` is the key's position on a US keyboard. */
export type UnhandledKey = {
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Electron's own accelerators for roles that Chromium doesn't perform itself (lib/browser/api/menu-item-roles.ts). */
export const roleAccelerators: { readonly [role: string]: string } = {
  resetZoom: 'CommandOrControl+0',
  zoomIn: 'CommandOrControl+Plus',
  zoomOut: 'CommandOrControl+-',
  minimize: 'CommandOrControl+M',
  close: 'CommandOrControl+W',
  reload: 'CommandOrControl+R'
}

/** Key names as in shell/common/keyboard_util.cc. `code` is the key on a US keyboard. `isShifted`: typing the key needs Shift. */
const namedKeys: { readonly [name: string]: { readonly code: string; readonly isShifted?: true } } = {
  plus: { code: 'Equal', isShifted: true },
  '=': { code: 'Equal' },
  '-': { code: 'Minus' },
  ',': { code: 'Comma' },
  '.': { code: 'Period' },
  '/': { code: 'Slash' },
  numadd: { code: 'NumpadAdd' },
  numsub: { code: 'NumpadSubtract' },
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`num${digit}`, { code: `Numpad${digit}` }]))
}

/**
 * Parses an accelerator into the key press that triggers it. Throws if Electron can't parse the accelerator, or if the stand-in doesn't
 * implement it.
 */
function keyOfAccelerator(accelerator: string, platform: DesktopPlatform): UnhandledKey {
  const key = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  for (const part of accelerator.toLowerCase().split('+')) {
    if (part === 'commandorcontrol' || part === 'cmdorctrl') key[platform === 'darwin' ? 'metaKey' : 'ctrlKey'] = true
    else if (part === 'command' || part === 'cmd') key.metaKey = true
    else if (part === 'control' || part === 'ctrl') key.ctrlKey = true
    else if (part === 'alt' || part === 'option') key.altKey = true
    else if (part === 'shift') key.shiftKey = true
    else if (/^[a-z]$/.test(part)) key.code = `Key${part.toUpperCase()}`
    else if (/^[0-9]$/.test(part)) key.code = `Digit${part}`
    else if (/^f\d{1,2}$/.test(part)) key.code = part.toUpperCase()
    else {
      const named = namedKeys[part]
      if (named === undefined) throw new Error(`stand-in: the accelerator ${accelerator} is not implemented`)
      key.code = named.code
      // AppKit compares characters, so ⌘+ and ⌘= are the same on macOS. On other systems, Shift is part of the accelerator.
      key.shiftKey ||= named.isShifted === true && platform !== 'darwin'
    }
  }
  return key
}

/**
 * Returns the menu item whose accelerator was pressed. Null if no item matches. Windows and Linux recognise only registered accelerators.
 * macOS recognises every accelerator, regardless of `registerAccelerator`.
 */
export function findMenuItemForKey(menu: Electron.Menu, pressed: UnhandledKey, platform: DesktopPlatform): Electron.MenuItem | null {
  for (const item of menu.items) {
    const found = item.submenu ? findMenuItemForKey(item.submenu, pressed, platform) : null
    if (found !== null) return found
    const accelerator = item.accelerator ?? roleAccelerators[item.role ?? '']
    if (!accelerator || (platform !== 'darwin' && !item.registerAccelerator)) continue
    if (isSame(keyOfAccelerator(accelerator, platform), pressed, platform)) return item
  }
  return null
}

function isSame(key: UnhandledKey, pressed: UnhandledKey, platform: DesktopPlatform): boolean {
  const isPlusOnMac = platform === 'darwin' && key.code === 'Equal'
  return (
    key.code === pressed.code &&
    key.ctrlKey === pressed.ctrlKey &&
    key.metaKey === pressed.metaKey &&
    key.altKey === pressed.altKey &&
    (isPlusOnMac || key.shiftKey === pressed.shiftKey)
  )
}
