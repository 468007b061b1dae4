import type { Shortcut, ShortcutName, ShortcutScope, ShortcutKey } from './shortcuts.ts'
import { shortcuts } from './shortcuts.ts'

/** The properties of a `KeyboardEvent` that identify a shortcut. */
export type PressedKey = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Returns the name of the shortcut in scope `place` that was pressed. Null if the key isn't a shortcut in this scope. */
export function pressedShortcut<Place extends ShortcutScope>(place: Place, pressed: PressedKey): ShortcutName<Place> | null {
  const found = Object.entries<Shortcut>(shortcuts[place]).find(([, { keys, also = [] }]) =>
    [...keys, ...also].some((key) => isPressed(key, pressed))
  )
  return found === undefined ? null : (found[0] as ShortcutName<Place>)
}

/** Splits a written key into its modifiers, followed by the key itself. */
export function shortcutKeyParts(written: ShortcutKey): readonly string[] {
  return written.split(/\+(?=.)/)
}

/**
 * True if the written key was pressed. Ignores Caps Lock. Also ignores Shift for symbols such as `+`, which require Shift on some
 * keyboards. For all other keys, Shift must match.
 */
function isPressed(written: ShortcutKey, { key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean {
  const parts = shortcutKeyParts(written)
  const hasMod = parts.includes('Mod')
  const [name = ''] = parts.slice(-1)
  if (altKey || (ctrlKey || metaKey) !== hasMod || name.toLowerCase() !== key.toLowerCase()) return false
  const isSign = /^[^A-Za-z ]$/.test(name)
  return isSign || shiftKey === parts.includes('Shift')
}
