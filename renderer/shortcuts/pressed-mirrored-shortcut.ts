import type { PressedKey } from '../../shared/app/pressed-shortcut.ts'
import { pressedShortcut } from '../../shared/app/pressed-shortcut.ts'
import type { Shortcut, ShortcutName, ShortcutScope, ShortcutKey } from '../../shared/app/shortcuts.ts'
import { shortcuts } from '../../shared/app/shortcuts.ts'

/**
 * Returns the name of the shortcut that was pressed in this scope. In right-to-left languages, shortcuts that follow the reading direction
 * swap the left and right arrow keys. Null if the key isn't a shortcut.
 */
export function pressedMirroredShortcut<Place extends ShortcutScope>(place: Place, pressed: PressedKey): ShortcutName<Place> | null {
  const name = pressedShortcut(place, pressed)
  if (name === null || !followsReading(place, name) || !isMirrored()) return name
  const { key, ctrlKey, metaKey, shiftKey, altKey } = pressed
  return pressedShortcut(place, { key: mirrored(key), ctrlKey, metaKey, shiftKey, altKey })
}

/**
 * Returns the key to press for a shortcut. In right-to-left languages, the left and right arrow keys may be swapped. This is the case if
 * the shortcut follows the reading direction.
 */
export function mirroredKey({ followsReading: follows }: Shortcut, key: ShortcutKey): ShortcutKey {
  return follows === true && isMirrored() ? mirrored(key) : key
}

function followsReading<Place extends ShortcutScope>(place: Place, name: ShortcutName<Place>): boolean {
  const ofPlace: Readonly<Record<PropertyKey, Shortcut>> = shortcuts[place]
  return ofPlace[name]?.followsReading === true
}

/** True in right-to-left languages. Main sets `dir` on the page's root element. */
function isMirrored(): boolean {
  return document.documentElement.dir === 'rtl'
}

function mirrored(key: ShortcutKey): ShortcutKey {
  return key.replace(/ArrowLeft|ArrowRight/, (arrow) => (arrow === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'))
}
