import type { PressedKey } from '../../shared/pressed-shortcut.ts'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import type { Shortcut, ShortcutName, ShortcutScope, WrittenKey } from '../../shared/shortcuts.ts'
import { shortcuts } from '../../shared/shortcuts.ts'

/** The shortcut pressed in this scope, adjusted to the page's reading direction. Null if the key isn't a shortcut. */
export function mirroredShortcut<Place extends ShortcutScope>(place: Place, pressed: PressedKey): ShortcutName<Place> | null {
  const name = pressedShortcut(place, pressed)
  if (name === null || !followsReading(place, name) || !isMirrored()) return name
  const { key, ctrlKey, metaKey, shiftKey, altKey } = pressed
  return pressedShortcut(place, { key: mirrored(key), ctrlKey, metaKey, shiftKey, altKey })
}

/** A shortcut's key, adjusted to the page's reading direction. */
export function mirroredKey({ followsReading: follows }: Shortcut, key: WrittenKey): WrittenKey {
  return follows === true && isMirrored() ? mirrored(key) : key
}

function followsReading<Place extends ShortcutScope>(place: Place, name: ShortcutName<Place>): boolean {
  const ofPlace: Readonly<Record<PropertyKey, Shortcut>> = shortcuts[place]
  return ofPlace[name]?.followsReading === true
}

/** True in right-to-left languages. Main sets the direction in the page. */
function isMirrored(): boolean {
  return document.documentElement.dir === 'rtl'
}

function mirrored(key: WrittenKey): WrittenKey {
  return key.replace(/ArrowLeft|ArrowRight/, (arrow) => (arrow === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'))
}
