import type { Session } from 'electron'
import type { NetworkWay } from '../../shared/network.ts'
import { canFetchDictionaries, dictionarySource, type SpellingRules } from '../../shared/spelling.ts'

/** Nobody answers here: Chromium has fetched dictionaries before it was asked to. */
const nowhere = 'https://127.0.0.1:1/'

type SpellChecker = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerDictionaryDownloadURL' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'
>

/**
 * Has the spelling of prompts checked, or not. Windows checks languages by itself that it has; for all others, and on Linux, Chromium fetches
 * a dictionary once, if the way to the network is the system's; one that was fetched before is used in any case. On macOS the system checks, knows
 * the language, and asks nobody.
 */
export function applySpelling(checker: SpellChecker, rules: SpellingRules, way: NetworkWay, platform: NodeJS.Platform): void {
  if (platform === 'darwin') return
  const known = new Set(checker.availableSpellCheckerLanguages)
  const languages = rules.languages.filter((language) => known.has(language))
  const isOn = rules.isOn && languages.length > 0
  checker.setSpellCheckerDictionaryDownloadURL(isOn && canFetchDictionaries(way) ? dictionarySource : nowhere)
  // An empty list would stand for English.
  if (isOn) checker.setSpellCheckerLanguages(languages)
  checker.setSpellCheckerEnabled(isOn)
}

/** Whether Chromium may fetch this by itself: a dictionary that a person wants, and nothing past the way that they have set. */
export function mayFetch(
  address: string,
  { spelling, network }: { readonly spelling: SpellingRules; readonly network: { readonly way: NetworkWay } }
): boolean {
  return spelling.isOn && canFetchDictionaries(network.way) && isDictionary(address)
}

/** Whether this is Chromium fetching a dictionary, from where it is kept or where that leads. */
export function isDictionary(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.port !== '') return false
  return url.hostname.endsWith('.gvt1.com') && /\/edgedl\/chrome\/dict\/[a-z0-9-]+\.bdic$/.test(url.pathname)
}
