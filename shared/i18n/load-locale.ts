import type { Language } from './languages.ts'
import { setLocaleTexts } from './say.ts'

/**
 * Loads a language's texts and activates the language. English texts aren't loaded, because they are the keys. `platform`: a value of
 * `process.platform`, whose system terms replace the usual ones.
 */
export async function loadLocale(language: Language, platform?: string): Promise<void> {
  const [texts, contractTexts, { platformTextsOf }] = await Promise.all([
    language === 'en' ? {} : textsOf[language](),
    language === 'en' ? {} : contractTextsOf[language](),
    import('./platform-texts.ts')
  ])
  setLocaleTexts({
    language,
    texts: new Map([...mapOf(texts), ...platformTextsOf(platform, language)]),
    contractTexts: mapOf(contractTexts)
  })
}

type Texts = Readonly<Record<string, string>>
type TextsOfEach = { readonly [Name in Exclude<Language, 'en'>]: () => Promise<Texts> }

const textsOf: TextsOfEach = {
  'zh-Hans': async () => (await import('./zh-hans.json', { with: { type: 'json' } })).default
}
const contractTextsOf: TextsOfEach = {
  'zh-Hans': async () => (await import('./contract-zh-hans.json', { with: { type: 'json' } })).default
}

function mapOf(texts: Texts): ReadonlyMap<string, string> {
  return new Map(Object.entries(texts))
}
