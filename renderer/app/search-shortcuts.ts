import type { Shortcut, ShortcutKey, ShortcutScope } from '../../shared/app/shortcuts.ts'
import { shortcutScopeTitles, shortcuts } from '../../shared/app/shortcuts.ts'
import { shortcutKeyParts } from '../../shared/app/pressed-shortcut.ts'
import { say } from '../../shared/i18n/say.ts'
import { matchWord } from '../search/match-word.ts'
import { foldForSearch, tokenizeText } from '../search/search-terms.ts'
import { mirroredKey } from '../shortcuts/pressed-mirrored-shortcut.ts'
import { isMac, shortcutKeyText } from '../shortcuts/shortcut-text.ts'

/** A shortcut as the cheat sheet shows it. All texts are translated. */
type ShownShortcut = {
  readonly name: string
  readonly description: string
  readonly keys: readonly string[]
}

type ShortcutGroup = { readonly scope: ShortcutScope; readonly title: string; readonly shown: readonly ShownShortcut[] }

/** Returns the words and keys of a query. A key is one character that isn’t a letter or digit, such as `?`. Empty if nothing was typed. */
export function shortcutQueryTerms(query: string): readonly string[] {
  const terms = foldForSearch(query)
    .split(/\s+/)
    .flatMap((typed) => typed.split(/\+(?=.)/))
    .flatMap((typed) => (/[\p{L}\p{N}]/u.test(typed) ? tokenizeText(typed).map(({ word }) => word) : [typed]))
    .filter((typed) => typed !== '')
  const withoutPlus = terms.filter((term) => term !== '+')
  return terms.length > 1 && withoutPlus.length > 0 ? withoutPlus : terms
}

/**
 * Returns the shortcuts of these scopes that match all terms, in the given order, without empty groups. A term matches a word of the
 * description, a word of the group’s title, or a key. All terms that match keys must match the same key combination.
 */
export function searchShortcuts(scopes: readonly ShortcutScope[], terms: readonly string[]): readonly ShortcutGroup[] {
  return scopes.flatMap((scope) => {
    const title = say(shortcutScopeTitles[scope])
    const shown = Object.entries<Shortcut>(shortcuts[scope])
      .filter(([, { isNotOnMac = false }]) => !(isNotOnMac && isMac()))
      .map(([name, shortcut]) => ({ name, shortcut, description: say(shortcut.does) }))
      .filter(({ shortcut, description }) => matchesShortcut(terms, `${title} ${description}`, shortcut))
      .map(({ name, shortcut, description }) => ({
        name,
        description,
        keys: (shortcut.shown ?? shortcut.keys).map((key) => shortcutKeyText(mirroredKey(shortcut, key), isMac()))
      }))
    return shown.length === 0 ? [] : [{ scope, title, shown }]
  })
}

function matchesShortcut(terms: readonly string[], text: string, shortcut: Shortcut): boolean {
  const words = tokenizeText(text).map(({ word }) => word)
  const others = terms.filter((term) => !words.some((word) => matchWord(term, word, 0) !== null))
  if (others.length === 0) return true
  const combinations = [...shortcut.keys, ...(shortcut.shown ?? [])].map((key) => keyNames(mirroredKey(shortcut, key)))
  return combinations.some((names) => others.every((term) => names.some((name) => matchesKey(term, name))))
}

/** True if a term is a key’s name or its beginning. A single character must be the whole name, so that “e” doesn’t find Esc and End. */
function matchesKey(term: string, name: string): boolean {
  return term.length === 1 ? name === term : name.startsWith(term)
}

/** Returns the names that users may type for the keys of a combination: as printed, as written in the table, and other common names. */
function keyNames(key: ShortcutKey): readonly string[] {
  return shortcutKeyParts(key).flatMap((part) => {
    const printed = shortcutKeyText(part, isMac())
    const written = tokenizeText(part.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')).map(({ word }) => word)
    return [foldForSearch(part), ...foldForSearch(printed).split(/\s+/), ...written, ...(otherKeyNames[part] ?? [])]
  })
}

const arrowNames = ['arrow', '方向键', '箭头']
const otherKeyNames: Readonly<Record<string, readonly string[]>> = {
  Mod: ['ctrl', 'control', 'cmd', 'command'],
  ' ': ['space', 'spacebar'],
  Enter: ['return', '回车'],
  Escape: ['esc'],
  Delete: ['del', '删除'],
  Arrows: [...arrowNames, 'left', 'right', 'up', 'down'],
  ArrowLeft: arrowNames,
  ArrowRight: arrowNames,
  ArrowUp: arrowNames,
  ArrowDown: arrowNames
}
