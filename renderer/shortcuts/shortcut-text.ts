import { shortcutKeyParts } from '../../shared/app/pressed-shortcut.ts'
import type { Shortcut, ShortcutName, ShortcutScope, ShortcutKey } from '../../shared/app/shortcuts.ts'
import { shortcuts } from '../../shared/app/shortcuts.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { mirroredKey } from './pressed-mirrored-shortcut.ts'

/** Returns the text for a shortcut's first key combination, such as "Ctrl K" or "⌘ K". Empty if the shortcut has no key. */
export function shortcutText<Place extends ShortcutScope>(place: Place, name: ShortcutName<Place>): string {
  const ofPlace: Readonly<Record<PropertyKey, Shortcut>> = shortcuts[place]
  const shortcut = ofPlace[name]
  const key = shortcut?.keys[0]
  return shortcut === undefined || key === undefined ? '' : shortcutKeyText(mirroredKey(shortcut, key), isMac())
}

/** Returns the text for a key combination, as printed on this platform's keyboards. */
export function shortcutKeyText(written: ShortcutKey, isOnMac: boolean): string {
  return shortcutKeyParts(written)
    .map(
      (part) =>
        (isOnMac ? macText[part] : undefined) ??
        (words[part] === undefined ? undefined : say(words[part])) ??
        (part.length === 1 ? part.toUpperCase() : part)
    )
    .join(' ')
}

/** True on macOS. Main sets the platform on the page's root element. */
export function isMac(): boolean {
  return document.documentElement.dataset['platform'] === 'darwin'
}

const words: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  ' ': word('Space'),
  '-': '−',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Arrows: '← ↑ ↓ →',
  Escape: 'Esc',
  Enter: '↵',
  Backspace: '⌫',
  Delete: word('Del'),
  PageUp: word('Pg Up'),
  PageDown: word('Pg Dn')
}

const macText: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Delete: '⌦' }
