/** Languages that Kiln supports, as BCP 47 tags. */
export const languages = ['en', 'zh-Hans'] as const
export type Language = (typeof languages)[number]

/** Language setting. `system`: the first of the system's languages that Kiln supports. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** Each language's own name, regardless of the active language. */
export const languageNames: { readonly [Name in Language]: string } = { en: 'English', 'zh-Hans': '简体中文' }

/** Locale for dates and numbers. In English, the day comes before the month. */
export const languageLocales: { readonly [Name in Language]: string } = { en: 'en-GB', 'zh-Hans': 'zh-Hans-CN' }

/**
 * Returns the language for the setting `choice`. `preferred`: the system's languages as tags such as `zh-CN`, best first. English if Kiln
 * supports none of them. Traditional Chinese doesn't match Simplified Chinese.
 */
export function resolveLanguage(choice: LanguageChoice, preferred: readonly string[]): Language {
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

/** Returns the language for a value of `<html lang>`. English if the value isn't a supported language. */
export function languageFromHtmlLang(name: string): Language {
  return languages.find((language) => language === name) ?? 'en'
}

/** Returns the value for `<html dir>`. */
export function textDirection(language: Language): 'ltr' | 'rtl' {
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}

const rightToLeft = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm']
