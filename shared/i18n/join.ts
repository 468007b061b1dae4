import { currentLanguage } from './say.ts'

/** Joins whole sentences. Empty and null parts are skipped. */
export function joinSentences(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(currentLanguage() === 'zh-Hans' ? '' : ' ')
}

/** Joins phrases: "4 running, 11 waiting". Empty and null parts are skipped. */
export function joinPhrases(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(currentLanguage() === 'zh-Hans' ? '，' : ', ')
}

/** Joins names: "Images, Videos". */
export function joinNames(names: readonly string[]): string {
  return names.join(currentLanguage() === 'zh-Hans' ? '、' : ', ')
}
