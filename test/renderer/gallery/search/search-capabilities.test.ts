import { describe, expect, it } from 'vitest'
import { deployedCapabilities } from '../../../../electron/practice/capabilities/deployed-capabilities.ts'
import { searchIndexOf } from '../../../../renderer/gallery/search/capability-search.ts'
import { searchCapabilities } from '../../../../renderer/gallery/search/search-capabilities.ts'
import { createSearchIndexBuilder } from '../../../../renderer/gallery/search/search-index.ts'
import { fallbackCapabilities } from '../../../../electron/contract/fallback-capabilities.ts'
import { loadLocale } from '../../../../shared/i18n/load-locale.ts'
import { sayContract } from '../../../../shared/i18n/say.ts'
import { aCapability } from '../a-capability.ts'

const search = (query: string, capabilities = fallbackCapabilities) => searchCapabilities(searchIndexOf(capabilities), query)
const titlesOf = (query: string, capabilities = fallbackCapabilities) => {
  const { found, fuzzy } = search(query, capabilities)
  return { found: found.map(({ title }) => title), alike: fuzzy.map(({ title }) => title) }
}
const named = (...titles: readonly string[]) => titles.map((title) => aCapability({ id: title.replaceAll(/[^A-Za-z0-9]/g, '-'), title }))
const fieldsOf = (...names: readonly string[]) => ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) })

describe('searching capabilities', () => {
  it('ranks whole words before prefixes, prefixes before other parts, and lists similar spelling separately', () => {
    const { found, alike } = titlesOf('clip', named('Clap', 'Eclipse', 'Clipper', 'Clip'))
    expect(found).toEqual(['Clip', 'Clipper', 'Eclipse'])
    expect(alike).toEqual(['Clap'])
  })

  it('ranks names before categories, purposes and fields', () => {
    const capabilities = [
      aCapability({ id: 'd', inputSchema: fieldsOf('audio') }),
      aCapability({ id: 'c', purpose: 'Makes audio.' }),
      aCapability({ id: 'b', category: 'audio', output: 'audio' }),
      aCapability({ id: 'a', title: 'Audio effects' })
    ]
    expect(search('audio', capabilities).found.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('finds fields by their label in the current language and by their name in the contract', async () => {
    const capabilities = [aCapability({ id: 'a', inputSchema: { type: 'object', properties: { seed: { title: 'Seed' } } } })]
    expect(search('种子', capabilities).found).toEqual([])
    await loadLocale('zh-Hans')
    try {
      const inChinese = [...capabilities]
      expect(search('种子', inChinese).found).toHaveLength(1)
      expect(search('seed', inChinese).found).toHaveLength(1)
    } finally {
      await loadLocale('en')
    }
  })

  it('ranks matches at the start of a name before other matches', () => {
    expect(titlesOf('vid', named('Bright video', 'Video from text', 'Previdence')).found).toEqual([
      'Video from text',
      'Bright video',
      'Previdence'
    ])
  })

  it('ranks favourites before equal matches, but never before better ones', () => {
    const capabilities = named('Video one', 'Video two', 'My videos')
    const isPreferred = ({ title }: { readonly title: string }) => title !== 'Video one'
    expect(searchCapabilities(searchIndexOf(capabilities), 'video', { isPreferred }).found.map(({ title }) => title)).toEqual([
      'Video two',
      'Video one',
      'My videos'
    ])
  })

  it('finds capabilities by field names and titles, including conditional fields', () => {
    expect(titlesOf('seed').found).toEqual(['Image generator 3.0'])
    expect(titlesOf('reference face').found).toEqual(['Face swap', 'Video face swap'])
    expect(titlesOf('referenceFaceImageUrl').found).toContain('Face swap')
    const schema = { type: 'object', oneOf: [fieldsOf('text'), { ...fieldsOf('lyrics'), if: {}, then: fieldsOf('tempo') }] }
    const capabilities = [aCapability({ id: 'song', title: 'Song', inputSchema: schema })]
    for (const name of ['text', 'lyrics', 'tempo']) expect(titlesOf(name, capabilities).found).toEqual(['Song'])
  })

  it('finds words of the purpose and the title, regardless of letter case and accents', () => {
    expect(titlesOf('CONTROLS').found).toEqual(['Image generator 3.0'])
    expect(titlesOf('ubergroße', [aCapability({ id: 'a', title: 'Übergröße' })]).found).toEqual(['Übergröße'])
    expect(titlesOf('Étude', [aCapability({ id: 'a', title: 'etude' })]).found).toEqual(['etude'])
  })

  it('requires every word, in any position', () => {
    expect(titlesOf('generator 3.0').found).toEqual(['Image generator 3.0'])
    expect(titlesOf('generator zebra')).toEqual({ found: [], alike: [] })
    expect(titlesOf('text-to-video', named('Text to video', 'Text to speech')).found).toEqual(['Text to video'])
  })

  it('finds names written without a space', () => {
    expect(titlesOf('lipsync', named('Lip sync', 'Lipstick')).found).toEqual(['Lip sync'])
    expect(titlesOf('faceswap').found).toEqual(['Face swap', 'Video face swap'])
  })

  it.each([
    ['a wrong letter', 'upscaper'],
    ['an extra letter', 'upscaaler'],
    ['a missing letter', 'upscler'],
    ['swapped letters', 'upscalre'],
    ['a wrong first letter', 'ipscaler'],
    ['two typos in a long word', 'uspcalerr'],
    ['a typo in an unfinished word', 'upcsal'],
    ['a typo next to a correct word', 'vidoe upscaler']
  ])('tolerates %s', (_what, query) => {
    expect(titlesOf(query).alike).toContain('Video upscaler')
  })

  it('tolerates no typos in short words, and only a few in long ones', () => {
    expect(titlesOf('viv', named('Video', 'View'))).toEqual({ found: [], alike: [] })
    expect(titlesOf('vxdxo', named('Video'))).toEqual({ found: [], alike: [] })
    expect(titlesOf('clip', named('Client portal', 'Click'))).toEqual({ found: [], alike: ['Click'] })
  })

  it('treats a single letter as a prefix', () => {
    expect(titlesOf('v', named('Video', 'Observe')).found).toEqual(['Video'])
    expect(titlesOf('v', named('Video', 'Observe')).alike).toEqual([])
  })

  it('searches only the shown capabilities', () => {
    const isShown = ({ id }: { readonly id: string }) => id === 'face-swap'
    expect(searchCapabilities(searchIndexOf(fallbackCapabilities), 'face', { isShown }).found.map(({ id }) => id)).toEqual(['face-swap'])
  })

  it('finds nothing for an empty query or punctuation alone', () => {
    for (const query of ['', '   ', '(.*', '“”']) expect(titlesOf(query)).toEqual({ found: [], alike: [] })
  })

  it('handles names of built-in object properties', () => {
    expect(titlesOf('constructor', named('constructor', '__proto__', 'toString')).found).toEqual(['constructor'])
    expect(titlesOf('proto', named('constructor', '__proto__')).found).toEqual(['__proto__'])
  })
})

describe('searching by purpose', () => {
  const practice = [...deployedCapabilities.values()]
  const idsOf = (query: string, capabilities: typeof fallbackCapabilities = practice) =>
    search(query, capabilities).found.map(({ id }) => id)

  it.each([
    ['enlarge', ['video-upscaler', 'image-upscaler']],
    ['make bigger', ['video-upscaler', 'image-upscaler']],
    ['make my photo bigger', ['image-upscaler']],
    ['transparent', ['background-removal', 'video-background-removal']],
    ['remove the background', ['background-removal', 'video-background-removal']],
    ['dress', ['virtual-try-on']],
    ['translate', ['video-dubbing']],
    ['mesh', ['image-to-3d', 'text-to-3d', 'multi-view-to-3d', 'retexture-3d', 'rig-3d']],
    ['narrator', ['text-to-speech', 'voice-cloning', 'voice-design', 'dialogue-maker']],
    ['karaoke', ['stem-separation']],
    ['animate a photo', ['image-to-video']],
    ['subtitles', ['video-captions']],
    ['foley', ['sound-effects', 'video-to-sound']],
    ['anime', ['video-to-video', 'style-transfer']],
    ['colorize', ['video-colorizer', 'photo-restoration']],
    ['longer', ['video-extender', 'audio-extender']],
    ['放大', ['video-upscaler', 'image-upscaler']]
  ])('finds the matching capabilities for “%s”', (query, ids) => {
    expect(idsOf(query)).toEqual(ids)
  })

  it('finds file formats, and ranks capabilities that produce them first', () => {
    const found = idsOf('PNG')
    expect(found[0]).toBe('background-removal')
    expect(found).toContain('face-swap')
    expect(found).not.toContain('text-to-speech')
  })

  it('finds capabilities of another service, whatever their names are', () => {
    const elsewhere = [
      aCapability({ id: 'x1', title: 'PixelBoost', purpose: 'Super-resolution for stills.' }),
      aCapability({ id: 'x2', title: 'CleanCut', purpose: 'Removes the background of product shots.' }),
      aCapability({ id: 'x3', title: 'Polyglot', purpose: 'Dubs a clip.', output: 'video', category: 'video' }),
      aCapability({ id: 'x4', title: '智能抠像', purpose: '' })
    ]
    expect(idsOf('enlarge', elsewhere)).toEqual(['x1'])
    expect(idsOf('transparent', elsewhere)).toEqual(['x2', 'x4'])
    expect(idsOf('movie', elsewhere)).toEqual(['x3'])
  })

  it('ranks a capability’s own words before synonyms of its kind', () => {
    const capabilities = [
      aCapability({ id: 'kind', title: 'Background removal' }),
      aCapability({ id: 'purpose', purpose: 'Makes transparent glass.' }),
      aCapability({ id: 'name', title: 'Transparent glass' })
    ]
    expect(idsOf('transparent', capabilities)).toEqual(['name', 'purpose', 'kind'])
  })

  it('does not match parts of a synonym', () => {
    expect(idsOf('ress', [aCapability({ id: 'a', title: 'Virtual try-on' })])).toEqual([])
  })

  it('ignores filler words unless there are no others', () => {
    expect(titlesOf('how can I swap the face', named('Face swap', 'Swap')).found).toEqual(['Face swap'])
    expect(titlesOf('make', named('Logo maker', 'Face swap')).found).toEqual(['Logo maker'])
  })

  it('finds capabilities in Chinese, with and without filler words', async () => {
    await loadLocale('zh-Hans')
    try {
      const inChinese = practice.map((one) => ({ ...one, title: sayContract(one.title), purpose: sayContract(one.purpose) }))
      expect(idsOf('把照片变大', inChinese)).toEqual(['image-upscaler'])
      expect(idsOf('裙子', inChinese)).toEqual(['virtual-try-on'])
      expect(idsOf('去背景', inChinese)).toEqual(['background-removal', 'video-background-removal'])
      expect(idsOf('翻译', inChinese)).toEqual(['video-dubbing'])
      expect(idsOf('动漫', inChinese)).toContain('style-transfer')
      expect(idsOf('旁白', inChinese)[0]).toBe('text-to-speech')
      expect(idsOf('enlarge', inChinese)).toEqual(['video-upscaler', 'image-upscaler'])
    } finally {
      await loadLocale('en')
    }
  })
})

describe('the search index', () => {
  it('is built once for a list', () => {
    const list = [...fallbackCapabilities]
    expect(searchIndexOf(list).words).toBe(searchIndexOf(list).words)
  })

  it('is the same if it is built at once or in steps', () => {
    const list = Array.from({ length: 100 }, (_, place) => aCapability({ id: `c-${place}`, title: `Capability ${place}` }))
    const indexing = createSearchIndexBuilder(list)
    let pauses = 0
    while (!indexing.readOn(() => true)) pauses += 1
    expect(pauses).toBeGreaterThan(2)
    expect(indexing.whole()).toEqual(createSearchIndexBuilder(list).whole())
    expect(indexing.readOn(() => true)).toBe(true)
  })
})
