import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { textDirection, resolveLanguage, languageFromHtmlLang } from '../../../shared/i18n/languages.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { currentLanguage, say } from '../../../shared/i18n/say.ts'

afterEach(() => loadLocale('en'))

describe('the language', () => {
  it('is the one chosen in the settings', () => {
    expect(resolveLanguage('zh-Hans', ['en-US'])).toBe('zh-Hans')
    expect(resolveLanguage('en', ['zh-CN'])).toBe('en')
  })

  it.each([
    [['zh-CN', 'en-US'], 'zh-Hans'],
    [['zh-Hans-HK'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['zh-TW', 'en-US'], 'en'],
    [['de-DE', 'zh-SG'], 'zh-Hans'],
    [['en-GB', 'zh-CN'], 'en'],
    [['de-DE'], 'en'],
    [['no language at all'], 'en'],
    [[], 'en']
  ])('for the system languages %j is %s', (preferred, language) => {
    expect(resolveLanguage('system', preferred)).toBe(language)
  })

  it('is found by its tag, and is English if the tag is unknown', () => {
    expect(languageFromHtmlLang('zh-Hans')).toBe('zh-Hans')
    expect(languageFromHtmlLang('xx')).toBe('en')
  })

  it('is written from left to right', () => {
    expect(textDirection('en')).toBe('ltr')
    expect(textDirection('zh-Hans')).toBe('ltr')
  })

  it('is active once it is loaded, with all its texts', async () => {
    const folder = join(import.meta.dirname, '../../../shared/i18n')
    const texts = JSON.parse(await readFile(join(folder, 'zh-hans.json'), 'utf8')) as Record<string, string>
    await loadLocale('zh-Hans')
    expect(currentLanguage()).toBe('zh-Hans')
    for (const [text, translation] of Object.entries(texts)) if (!text.includes('{')) expect(say(text)).toBe(translation)
  })
})
