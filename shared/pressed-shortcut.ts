import type { Shortcut, ShortcutName, ShortcutScope, WrittenKey } from './shortcuts.ts'
import { shortcuts } from './shortcuts.ts'

/** The parts of a keyboard event used here. */
export type PressedKey = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** The shortcut of a scope that was pressed. Null if the key isn't a shortcut. */
export function pressedShortcut<Place extends ShortcutScope>(place: Place, pressed: PressedKey): ShortcutName<Place> | null {
  const found = Object.entries<Shortcut>(shortcuts[place]).find(([, { keys, also = [] }]) =>
    [...keys, ...also].some((key) => isPressed(key, pressed))
  )
  return found === undefined ? null : (found[0] as ShortcutName<Place>)
}

/** The parts of a written key: the modifiers, followed by the key itself. */
export function keyParts(written: WrittenKey): readonly string[] {
  return written.split(/\+(?=.)/)
}

/**
 * True if the written key was pressed. Ignores Caps Lock, and also Shift for characters that are typed with it. Shift counts for all other
 * keys.
 */
function isPressed(written: WrittenKey, { key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean {
  const parts = keyParts(written)
  const hasMod = parts.includes('Mod')
  const [name = ''] = parts.slice(-1)
  if (altKey || (ctrlKey || metaKey) !== hasMod || name.toLowerCase() !== key.toLowerCase()) return false
  const isSign = name.length === 1 && name !== ' ' && !(hasMod && /[A-Z]/.test(name))
  return isSign || shiftKey === parts.includes('Shift')
}
