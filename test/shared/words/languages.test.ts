import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { directionOf, languageFor, languageNamed } from '../../../shared/words/languages.ts'
import { learnLanguage } from '../../../shared/words/learn-language.ts'
import { languageInForce, say } from '../../../shared/words/say.ts'

afterEach(() => learnLanguage('en'))

describe('the language', () => {
  it('is the one that is set', () => {
    expect(languageFor('zh-Hans', ['en-US'])).toBe('zh-Hans')
    expect(languageFor('en', ['zh-CN'])).toBe('en')
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
  ])('of a system with %j is %s', (preferred, language) => {
    expect(languageFor('system', preferred)).toBe(language)
  })

  it('is read from what stands on the page', () => {
    expect(languageNamed('zh-Hans')).toBe('zh-Hans')
    expect(languageNamed('xx')).toBe('en')
  })

  it('is written from left to right', () => {
    expect(directionOf('en')).toBe('ltr')
    expect(directionOf('zh-Hans')).toBe('ltr')
  })

  it('is in force once it is learned, with all its texts', async () => {
    const folder = join(import.meta.dirname, '../../../shared/words')
    const texts = JSON.parse(await readFile(join(folder, 'zh-hans.json'), 'utf8')) as Record<string, string>
    await learnLanguage('zh-Hans')
    expect(languageInForce()).toBe('zh-Hans')
    for (const [text, translation] of Object.entries(texts)) if (!text.includes('{')) expect(say(text)).toBe(translation)
  })
})
