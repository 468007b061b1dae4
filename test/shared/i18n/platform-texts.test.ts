import { afterEach, describe, expect, it } from 'vitest'
import catalogue from '../../../shared/i18n/catalogue.json' with { type: 'json' }
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { platformTexts } from '../../../shared/i18n/platform-texts.ts'
import { say } from '../../../shared/i18n/say.ts'
import { parseMessageNames } from '../../tools/find-texts.ts'

afterEach(() => loadLocale('en'))

function withoutTerms(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\bquit(s|ting)?\b/g, (_, ending: string = '') => (ending === 'ting' ? 'exiting' : `exit${ending}`))
    .replaceAll(/\b(?:(?:your|the) system’s |the )?(?:trash|recycle bin)\b/g, 'trash')
}

describe('texts with platform-specific terms', () => {
  const each = Object.entries(platformTexts).flatMap(([platform, languages]) =>
    Object.entries(languages).flatMap(([language, texts]) =>
      Object.entries(texts).map(([text, own]) => ({ platform, language, text, own }))
    )
  )

  it.each(each)('replace a catalogue text and keep its placeholders: $platform, $language, $text', ({ text, own }) => {
    expect(Object.keys(catalogue)).toContain(text)
    expect(parseMessageNames(own)).toEqual(parseMessageNames(text))
    expect(own).not.toBe(text)
  })

  it.each(Object.entries(platformTexts.win32?.en ?? {}))('differ on Windows only in Windows terms: %s', (text, own) => {
    expect(withoutTerms(own)).toBe(withoutTerms(text))
  })

  it('cover every text that mentions the trash or quitting', () => {
    const all = Object.keys(catalogue)
    expect(all.filter((text) => /\b(?:trash|quit|quits|quitting)\b/i.test(text) && !(text in (platformTexts.win32?.en ?? {})))).toEqual([])
    expect(all.filter((text) => /\btrash\b/i.test(text) && !(text in (platformTexts.darwin?.['zh-Hans'] ?? {})))).toEqual([])
  })

  it.each([
    ['win32', 'en', 'Move to Recycle Bin'],
    ['darwin', 'en', 'Move to trash'],
    ['linux', 'en', 'Move to trash'],
    ['darwin', 'zh-Hans', '移到废纸篓'],
    ['win32', 'zh-Hans', '移到回收站'],
    [undefined, 'en', 'Move to trash']
  ] as const)('match the platform and the language: %s, %s', async (platform, language, shown) => {
    await loadLocale(language, platform)
    expect(say('Move to trash')).toBe(shown)
  })
})
