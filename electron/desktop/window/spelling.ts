import type { Session } from 'electron'
import type { ProxyMode } from '../../../shared/app/network.ts'
import { canDownloadDictionaries, dictionaryBaseUrl, type SpellingSettings } from '../../../shared/app/spelling.ts'

/** Unreachable URL. Prevents dictionary downloads while spell checking is off or the network settings don't allow them. */
const nowhere = 'https://127.0.0.1:1/'

type SpellChecker = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerDictionaryDownloadURL' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'
>

/**
 * Turns the spelling check on or off. On Windows, the system checks the languages that it supports. For other languages, and on Linux,
 * Chromium downloads a dictionary once. The download is allowed only if `canDownloadDictionaries` returns true. Downloaded dictionaries are
 * always used. macOS doesn't need any settings, because it detects the language and checks spelling without sending requests.
 */
export function applySpellingSettings(checker: SpellChecker, rules: SpellingSettings, way: ProxyMode, platform: NodeJS.Platform): void {
  if (platform === 'darwin') return
  const known = new Set(checker.availableSpellCheckerLanguages)
  const languages = rules.languages.filter((language) => known.has(language))
  const isOn = rules.isOn && languages.length > 0
  checker.setSpellCheckerDictionaryDownloadURL(isOn && canDownloadDictionaries(way) ? dictionaryBaseUrl : nowhere)
  // Chromium treats an empty list as English.
  if (isOn) checker.setSpellCheckerLanguages(languages)
  checker.setSpellCheckerEnabled(isOn)
}

/**
 * True if `language` is selected for the spelling check. Used to ignore failed downloads for Chromium's default language, which the user
 * may not have selected.
 */
export function isSpellChecked(language: string, rules: SpellingSettings): boolean {
  return rules.isOn && rules.languages.includes(language)
}

/**
 * True if Chromium may download `address`. The URL must belong to a dictionary, and spell checking must be on. The network route must also
 * allow the download.
 */
export function isAllowedDictionaryUrl(
  address: string,
  { spelling, network }: { readonly spelling: SpellingSettings; readonly network: { readonly way: ProxyMode } }
): boolean {
  return spelling.isOn && canDownloadDictionaries(network.way) && isDictionaryUrl(address)
}

/** True if `address` is the original URL or a redirect target of a Chromium dictionary. */
export function isDictionaryUrl(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.port !== '') return false
  return url.hostname.endsWith('.gvt1.com') && /\/edgedl\/chrome\/dict\/[a-z0-9-]+\.bdic$/.test(url.pathname)
}
