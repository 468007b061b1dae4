import type { Shortcut, ShortcutName, ShortcutPlace, WrittenKey } from './shortcuts.ts'
import { shortcuts } from './shortcuts.ts'

/** What an event of the keyboard tells. */
export type PressedKey = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** The shortcut of a place that was pressed; null: none. */
export function pressedShortcut<Place extends ShortcutPlace>(place: Place, pressed: PressedKey): ShortcutName<Place> | null {
  const found = Object.entries<Shortcut>(shortcuts[place]).find(([, { keys, also = [] }]) =>
    [...keys, ...also].some((key) => isPressed(key, pressed))
  )
  return found === undefined ? null : (found[0] as ShortcutName<Place>)
}

/** The parts of a written key: what is held, and the key itself at the end. */
export function keyParts(written: WrittenKey): readonly string[] {
  return written.split(/\+(?=.)/)
}

/** Caps Lock and the Shift that a sign takes to be typed make no difference; for all other keys Shift does. */
function isPressed(written: WrittenKey, { key, ctrlKey, metaKey, shiftKey, altKey }: PressedKey): boolean {
  const parts = keyParts(written)
  const hasMod = parts.includes('Mod')
  const [name = ''] = parts.slice(-1)
  if (altKey || (ctrlKey || metaKey) !== hasMod || name.toLowerCase() !== key.toLowerCase()) return false
  const isSign = name.length === 1 && name !== ' ' && !(hasMod && /[A-Z]/.test(name))
  return isSign || shiftKey === parts.includes('Shift')
}
