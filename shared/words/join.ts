import { languageInForce } from './say.ts'

/** Whole sentences after one another. What is empty or null is left out. */
export function sentences(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(languageInForce() === 'zh-Hans' ? '' : ' ')
}

/** Phrases in a row: "4 running, 11 waiting". What is empty or null is left out. */
export function phrases(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(languageInForce() === 'zh-Hans' ? '，' : ', ')
}

/** Things named after one another: "Pictures, Videos". */
export function inARow(names: readonly string[]): string {
  return names.join(languageInForce() === 'zh-Hans' ? '、' : ', ')
}
