/** The languages that Kiln speaks, as BCP 47 names them. */
export const languages = ['en', 'zh-Hans'] as const
export type Language = (typeof languages)[number]

/** What a person may set. `system`: the first language of the system's list that Kiln speaks. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** Each in its own words, whatever language is in force. */
export const languageNames: { readonly [Name in Language]: string } = { en: 'English', 'zh-Hans': '简体中文' }

/** How dates and figures are written: in English the day stands before the month. */
export const localeOf: { readonly [Name in Language]: string } = { en: 'en-GB', 'zh-Hans': 'zh-Hans-CN' }

/** The language for what is set and what the system prefers, best first (such as `zh-CN`). Traditional characters are no simplified ones. */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  return preferred.map(spoken).find((language) => language !== null) ?? 'en'
}

function spoken(tag: string): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return languages.find((name) => name === language || name === `${language}-${script ?? ''}`) ?? null
  } catch {
    return null
  }
}

/** As `<html lang>` names it; English for anything else. */
export function languageNamed(name: string): Language {
  return languages.find((language) => language === name) ?? 'en'
}

/** As `<html dir>` names it. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}

const rightToLeft = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']
