import { keyParts } from '../../shared/pressed-shortcut.ts'
import type { Shortcut, ShortcutName, ShortcutPlace, WrittenKey } from '../../shared/shortcuts.ts'
import { shortcuts } from '../../shared/shortcuts.ts'
import { say, word } from '../../shared/words/say.ts'
import { writtenAsRead } from './shortcut-as-read.ts'
import { session } from './session.ts'

/** The first key of a shortcut as it stands in a tooltip, such as "Ctrl K" or "⌘ K". */
export function shortcutWords<Place extends ShortcutPlace>(place: Place, name: ShortcutName<Place>): string {
  const ofPlace: Readonly<Record<PropertyKey, Shortcut>> = shortcuts[place]
  const shortcut = ofPlace[name]
  const key = shortcut?.keys[0]
  return shortcut === undefined || key === undefined ? '' : keyWords(writtenAsRead(shortcut, key), isMac())
}

/** As it stands on the keys of the system's keyboard. */
export function keyWords(written: WrittenKey, isOnMac: boolean): string {
  return keyParts(written)
    .map(
      (part) =>
        (isOnMac ? macWords[part] : undefined) ??
        (words[part] === undefined ? undefined : say(words[part])) ??
        (part.length === 1 ? part.toUpperCase() : part)
    )
    .join(' ')
}

/** The platform that main has told; until then what most have. */
export function isMac(): boolean {
  const { appInfo } = session.getState()
  return appInfo.state === 'ready' && appInfo.value.platform === 'darwin'
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

const macWords: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Delete: '⌦' }
