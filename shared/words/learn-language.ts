import type { Language } from './languages.ts'
import { speak } from './say.ts'

/** Reads the texts of a language and puts it into force. English is always there. */
export async function learnLanguage(language: Language): Promise<void> {
  if (language === 'en') return speak({ language, texts: new Map(), contractTexts: new Map(), keptTexts: [] })
  const [texts, contractTexts, { default: keptTexts }] = await Promise.all([
    textsOf[language](),
    contractTextsOf[language](),
    import('./kept-texts.json', { with: { type: 'json' } })
  ])
  speak({ language, texts: mapOf(texts), contractTexts: mapOf(contractTexts), keptTexts })
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
