import { z } from 'zod'
import type { NetworkWay } from './network.ts'

/** Where Chromium's own dictionaries lie, as one file for each language. */
export const dictionarySource = 'https://redirector.gvt1.com/edgedl/chrome/dict/'

export const spellingRulesSchema = z.object({
  isOn: z.boolean(),
  /** Such as `en-US`; those that Chromium has no dictionary for count for nothing. */
  languages: z
    .array(z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z]{2,4})?$/))
    .max(20)
    .readonly()
})
/** Whether the spelling of prompts is checked, and in which languages. On macOS the system does it by itself, and this counts for nothing. */
export type SpellingRules = Readonly<z.infer<typeof spellingRulesSchema>>

/** Nothing is fetched before a person wants it. */
export const defaultSpellingRules: SpellingRules = { isOn: false, languages: [] }

/** Chromium fetches dictionaries as the system says, and knows no other way: where a person has set one, it would go past that. */
export function canFetchDictionaries(way: NetworkWay): boolean {
  return way === 'system'
}
