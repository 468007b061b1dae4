import type { PressedKey } from '../../shared/pressed-shortcut.ts'
import { pressedShortcut } from '../../shared/pressed-shortcut.ts'
import type { Shortcut, ShortcutName, ShortcutPlace, WrittenKey } from '../../shared/shortcuts.ts'
import { shortcuts } from '../../shared/shortcuts.ts'

/** The shortcut of a place that was pressed, as one reads in this page; null: none. */
export function shortcutAsRead<Place extends ShortcutPlace>(place: Place, pressed: PressedKey): ShortcutName<Place> | null {
  const name = pressedShortcut(place, pressed)
  if (name === null || !followsReading(place, name) || !isMirrored()) return name
  const { key, ctrlKey, metaKey, shiftKey, altKey } = pressed
  return pressedShortcut(place, { key: mirrored(key), ctrlKey, metaKey, shiftKey, altKey })
}

/** A key of a shortcut as it is to be pressed in this page. */
export function writtenAsRead({ followsReading: follows }: Shortcut, key: WrittenKey): WrittenKey {
  return follows === true && isMirrored() ? mirrored(key) : key
}

function followsReading<Place extends ShortcutPlace>(place: Place, name: ShortcutName<Place>): boolean {
  const ofPlace: Readonly<Record<PropertyKey, Shortcut>> = shortcuts[place]
  return ofPlace[name]?.followsReading === true
}

/** Main has written it into the page. */
function isMirrored(): boolean {
  return document.documentElement.dir === 'rtl'
}

function mirrored(key: WrittenKey): WrittenKey {
  return key.replace(/ArrowLeft|ArrowRight/, (arrow) => (arrow === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'))
}
