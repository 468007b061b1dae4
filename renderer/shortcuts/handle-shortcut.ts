import type { PressedKey } from '../../shared/app/pressed-shortcut.ts'
import type { ShortcutName, ShortcutScope } from '../../shared/app/shortcuts.ts'
import { pressedMirroredShortcut } from './pressed-mirrored-shortcut.ts'

export type ShortcutKeyEvent = PressedKey & { readonly preventDefault: () => void }

/**
 * Current action of each shortcut in the scope `Place`. Undefined if a shortcut has no action now. Omitting a shortcut is a compile error.
 */
export type ShortcutActions<Place extends ShortcutScope> = {
  readonly [Name in ShortcutName<Place>]: ((press: ShortcutKeyEvent) => void) | undefined
}

/** Runs the action of the pressed shortcut. Returns false if this scope has no such shortcut, or the shortcut has no action. */
export function handleShortcut<Place extends ShortcutScope>(
  place: Place,
  press: ShortcutKeyEvent,
  actions: ShortcutActions<Place>
): boolean {
  const name = pressedMirroredShortcut(place, press)
  const action = name === null ? undefined : actions[name]
  if (action === undefined) return false
  press.preventDefault()
  action(press)
  return true
}
