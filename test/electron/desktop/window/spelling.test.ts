import { describe, expect, it } from 'vitest'
import {
  applySpellingSettings,
  isSpellChecked,
  isDictionaryUrl,
  isAllowedDictionaryUrl
} from '../../../../electron/desktop/window/spelling.ts'
import { defaultSpellingLanguages } from '../../../../renderer/settings/spelling-languages.ts'
import { proxyModes, type ProxyMode } from '../../../../shared/app/network.ts'
import { defaultSpellingSettings, dictionaryBaseUrl } from '../../../../shared/app/spelling.ts'

const available = ['de', 'en-GB', 'en-US', 'pt-BR']

/** Applies the settings. Returns the arguments of all calls to the session, in order. */
function told(
  rules: Parameters<typeof applySpellingSettings>[1],
  platform: NodeJS.Platform = 'linux',
  way: ProxyMode = 'system'
): readonly unknown[] {
  const calls: unknown[] = []
  applySpellingSettings(
    {
      availableSpellCheckerLanguages: available,
      setSpellCheckerDictionaryDownloadURL: (url) => void calls.push(url),
      setSpellCheckerLanguages: (languages) => void calls.push(languages),
      setSpellCheckerEnabled: (isOn) => void calls.push(isOn)
    },
    rules,
    way,
    platform
  )
  return calls
}

describe('the spell checker', () => {
  it('is off and can’t download dictionaries before the user turns it on', () => {
    expect(told(defaultSpellingSettings)).toEqual(['https://127.0.0.1:1/', false])
    expect(told({ isOn: true, languages: [] })).toEqual(['https://127.0.0.1:1/', false])
  })

  it('checks the chosen languages that have a dictionary', () => {
    expect(told({ isOn: true, languages: ['de', 'xx', 'en-US'] })).toEqual([dictionaryBaseUrl, ['de', 'en-US'], true])
    expect(told({ isOn: false, languages: ['de'] })).toEqual(['https://127.0.0.1:1/', false])
  })

  it.each<[ProxyMode]>([['direct'], ['manual'], ['pac']])(
    'uses existing dictionaries without downloads if the network route is %s',
    (way) => {
      expect(told({ isOn: true, languages: ['de'] }, 'linux', way)).toEqual(['https://127.0.0.1:1/', ['de'], true])
    }
  )

  it('lets Chromium download a needed dictionary through the system route only', () => {
    const address = `${dictionaryBaseUrl}en-us-10-1.bdic`
    const [on, off] = [
      { isOn: true, languages: ['en-US'] },
      { isOn: false, languages: ['en-US'] }
    ]
    expect(proxyModes.filter((way) => isAllowedDictionaryUrl(address, { spelling: on, network: { way } }))).toEqual(['system'])
    expect(proxyModes.filter((way) => isAllowedDictionaryUrl(address, { spelling: off, network: { way } }))).toEqual([])
    expect(isAllowedDictionaryUrl('https://redirector.gvt1.com/edgedl/chrome/other', { spelling: on, network: { way: 'system' } })).toBe(
      false
    )
  })

  it('reports a failed dictionary download only for a language the user has chosen', () => {
    const rules = { isOn: true, languages: ['de'] }
    expect([isSpellChecked('de', rules), isSpellChecked('en-US', rules), isSpellChecked('de', { ...rules, isOn: false })]).toEqual([
      true,
      false,
      false
    ])
  })

  it('is the system’s own on macOS', () => {
    expect(told({ isOn: true, languages: ['de'] }, 'darwin')).toEqual([])
  })

  it('defaults to the user’s languages', () => {
    expect(defaultSpellingLanguages(available, ['de-AT', 'en-GB', 'de'])).toEqual(['de', 'en-GB'])
    expect(defaultSpellingLanguages(available, ['zh-CN'])).toEqual(['en-US'])
    expect(defaultSpellingLanguages(['de'], ['zh-CN'])).toEqual([])
  })
})

describe('a dictionary URL', () => {
  it.each([`${dictionaryBaseUrl}en-us-10-1.bdic`, 'https://r3---sn-4g5e6nez.gvt1.com/edgedl/chrome/dict/de-de-3-0.bdic?cms_redirect=yes'])(
    'is recognised: %s',
    (address) => expect(isDictionaryUrl(address)).toBe(true)
  )
  it.each([
    '',
    'http://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://redirector.gvt1.com.evil.example/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://evilgvt1.com/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://a@redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://redirector.gvt1.com:8443/edgedl/chrome/dict/en-us-10-1.bdic',
    'https://redirector.gvt1.com/edgedl/chrome/dict/../en-us-10-1.bdic',
    'https://redirector.gvt1.com/edgedl/chrome/dict/a/b.bdic',
    'https://redirector.gvt1.com/edgedl/chrome/other/en-us-10-1.bdic',
    'https://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.crx'
  ])('isn’t recognised: %s', (address) => expect(isDictionaryUrl(address)).toBe(false))
})
