import { z } from 'zod'
import type { ProxyMode } from './network.ts'

/** URL from which Chromium downloads its dictionaries, one file per language. */
export const dictionaryBaseUrl = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

export const spellingSettingsSchema = z.object({
  isOn: z.boolean(),
  /** Language tags such as `en-US`. Languages without a Chromium dictionary are ignored. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/))
    .max(20)
    .readonly()
})
/** Settings for checking the spelling of prompts. Ignored on macOS, where the system checks spelling. */
export type SpellingSettings = Readonly<z.infer<typeof spellingSettingsSchema>>

/** Spell checking is off by default, because it downloads dictionaries. */
export const defaultSpellingSettings: SpellingSettings = { isOn: false, languages: [] }

/**
 * True if dictionaries can be downloaded. Chromium always downloads them with the system's network settings. A download would bypass a
 * proxy that the user configured in Kiln.
 */
export function canDownloadDictionaries(way: ProxyMode): boolean {
  return way === 'system'
}
