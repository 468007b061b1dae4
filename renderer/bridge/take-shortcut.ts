import type { PressedKey } from '../../shared/pressed-shortcut.ts'
import type { ShortcutName, ShortcutPlace } from '../../shared/shortcuts.ts'
import { shortcutAsRead } from './shortcut-as-read.ts'

export type KeyPress = PressedKey & { readonly preventDefault: () => void }

/** What each shortcut of a place does now; undefined: nothing. One that is missing does not compile. */
export type ShortcutDeeds<Place extends ShortcutPlace> = {
  readonly [Name in ShortcutName<Place>]: ((press: KeyPress) => void) | undefined
}

/** Does what was pressed. False: it was none of this place's shortcuts, or there is nothing that it does now. */
export function takeShortcut<Place extends ShortcutPlace>(place: Place, press: KeyPress, deeds: ShortcutDeeds<Place>): boolean {
  const name = shortcutAsRead(place, press)
  const deed = name === null ? undefined : deeds[name]
  if (deed === undefined) return false
  press.preventDefault()
  deed(press)
  return true
}
