import type { Language } from './languages.ts'
import { speak } from './say.ts'

/** Reads the texts of a language and puts it into force. English is always there. */
export async function learnLanguage(language: Language): Promise<void> {
  const texts = language === 'en' ? {} : await textsOf[language]()
  const keptTexts = language === 'en' ? [] : (await import('./kept-texts.json', { with: { type: 'json' } })).default
  speak({ language, texts: new Map(Object.entries(texts)), keptTexts })
}

const textsOf: { readonly [Name in Exclude<Language, 'en'>]: () => Promise<Readonly<Record<string, string>>> } = {
  'zh-Hans': async () => (await import('./zh-hans.json', { with: { type: 'json' } })).default
}
