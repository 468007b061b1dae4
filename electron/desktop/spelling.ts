import type { Session } from 'electron'
import type { ProxyMode } from '../../shared/network.ts'
import { canFetchDictionaries, dictionarySource, type SpellingSettings } from '../../shared/spelling.ts'

/** Unreachable URL. Without it, Chromium would download dictionaries before the user turns the spelling check on. */
const nowhere = 'https://127.0.0.1:1/'

type SpellChecker = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerDictionaryDownloadURL' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'
>

/**
 * Turns the spelling check on or off. On Windows, the system checks the languages that it supports. For all others, and on Linux, Chromium
 * downloads a dictionary once. It does so only if the network route is the system's. A dictionary that is already downloaded is always
 * used.
 * Nothing is set on macOS, where the system detects and checks the language without any request.
 */
export function applySpelling(checker: SpellChecker, rules: SpellingSettings, way: ProxyMode, platform: NodeJS.Platform): void {
  if (platform === 'darwin') return
  const known = new Set(checker.availableSpellCheckerLanguages)
  const languages = rules.languages.filter((language) => known.has(language))
  const isOn = rules.isOn && languages.length > 0
  checker.setSpellCheckerDictionaryDownloadURL(isOn && canFetchDictionaries(way) ? dictionarySource : nowhere)
  // An empty list would mean English.
  if (isOn) checker.setSpellCheckerLanguages(languages)
  checker.setSpellCheckerEnabled(isOn)
}

/**
 * True if spelling is checked in a language. Chromium tries to download a dictionary of its default language even if the user hasn't
 * selected that language.
 */
export function isSpellChecked(language: string, rules: SpellingSettings): boolean {
  return rules.isOn && rules.languages.includes(language)
}

/**
 * True if Chromium may download this URL. It must be a dictionary, spelling must be on, and the user's network route must allow the
 * download.
 */
export function canDownloadDictionary(
  address: string,
  { spelling, network }: { readonly spelling: SpellingSettings; readonly network: { readonly way: ProxyMode } }
): boolean {
  return spelling.isOn && canFetchDictionaries(network.way) && isDictionaryUrl(address)
}

/** True if this is Chromium's dictionary download, from the original address or a redirect. */
export function isDictionaryUrl(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.port !== '') return false
  return url.hostname.endsWith('.gvt1.com') && /\/edgedl\/chrome\/dict\/[a-z0-9-]+\.bdic$/.test(url.pathname)
}
