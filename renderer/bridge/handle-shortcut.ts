import type { PressedKey } from '../../shared/pressed-shortcut.ts'
import type { ShortcutName, ShortcutScope } from '../../shared/shortcuts.ts'
import { mirroredShortcut } from './mirrored-shortcut.ts'

export type KeyPress = PressedKey & { readonly preventDefault: () => void }

/** Current action of each shortcut in a scope. Undefined if the shortcut has none. The code doesn't compile if an entry is missing. */
export type ShortcutActions<Place extends ShortcutScope> = {
  readonly [Name in ShortcutName<Place>]: ((press: KeyPress) => void) | undefined
}

/** Runs the pressed shortcut's action. False if the key isn't a shortcut of this scope, or the shortcut has no action now. */
export function handleShortcut<Place extends ShortcutScope>(place: Place, press: KeyPress, actions: ShortcutActions<Place>): boolean {
  const name = mirroredShortcut(place, press)
  const action = name === null ? undefined : actions[name]
  if (action === undefined) return false
  press.preventDefault()
  action(press)
  return true
}
