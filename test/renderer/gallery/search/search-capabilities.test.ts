import { describe, expect, it } from 'vitest'
import { deployment } from '../../../../electron/practice/capabilities/deployment.ts'
import { searchIndexOf } from '../../../../renderer/gallery/search/capability-search.ts'
import { searchCapabilities } from '../../../../renderer/gallery/search/search-capabilities.ts'
import { startIndex } from '../../../../renderer/gallery/search/search-index.ts'
import { fallbackCapabilities } from '../../../../shared/fallback-capabilities.ts'
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
  it('ranks whole words before beginnings, beginnings before what is inside, and what is only spelled alike apart', () => {
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

  it('finds fields by what they are called in the language in force, and by their name in the contract', async () => {
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

  it('ranks the beginning of a name before the rest of it', () => {
    expect(titlesOf('vid', named('Bright video', 'Video from text', 'Previdence')).found).toEqual([
      'Video from text',
      'Bright video',
      'Previdence'
    ])
  })

  it('puts favourites before their equals, never before what fits better', () => {
    const capabilities = named('Video one', 'Video two', 'My videos')
    const isPreferred = ({ title }: { readonly title: string }) => title !== 'Video one'
    expect(searchCapabilities(searchIndexOf(capabilities), 'video', { isPreferred }).found.map(({ title }) => title)).toEqual([
      'Video two',
      'Video one',
      'My videos'
    ])
  })

  it('finds by the names and titles of fields, whatever condition shows them', () => {
    expect(titlesOf('seed').found).toEqual(['Image generator 3.0'])
    expect(titlesOf('reference face').found).toEqual(['Face swap', 'Video face swap'])
    expect(titlesOf('referenceFaceImageUrl').found).toContain('Face swap')
    const schema = { type: 'object', oneOf: [fieldsOf('text'), { ...fieldsOf('lyrics'), if: {}, then: fieldsOf('tempo') }] }
    const capabilities = [aCapability({ id: 'song', title: 'Song', inputSchema: schema })]
    for (const name of ['text', 'lyrics', 'tempo']) expect(titlesOf(name, capabilities).found).toEqual(['Song'])
  })

  it('finds by words of the purpose and by the category as it is said, without regard to case and accents', () => {
    expect(titlesOf('CONTROLS').found).toEqual(['Image generator 3.0'])
    expect(titlesOf('ubergroße', [aCapability({ id: 'a', title: 'Übergröße' })]).found).toEqual(['Übergröße'])
    expect(titlesOf('Étude', [aCapability({ id: 'a', title: 'etude' })]).found).toEqual(['etude'])
  })

  it('requires every word, each in any position', () => {
    expect(titlesOf('generator 3.0').found).toEqual(['Image generator 3.0'])
    expect(titlesOf('generator zebra')).toEqual({ found: [], alike: [] })
    expect(titlesOf('text-to-video', named('Text to video', 'Text to speech')).found).toEqual(['Text to video'])
  })

  it('finds names that are written together', () => {
    expect(titlesOf('lipsync', named('Lip sync', 'Lipstick')).found).toEqual(['Lip sync'])
    expect(titlesOf('faceswap').found).toEqual(['Face swap', 'Video face swap'])
  })

  it.each([
    ['a wrong letter', 'upscaper'],
    ['a letter too many', 'upscaaler'],
    ['a missing letter', 'upscler'],
    ['letters that changed places', 'upscalre'],
    ['a wrong first letter', 'ipscaler'],
    ['two slips in a long word', 'uspcalerr'],
    ['a slip in a word that is not finished', 'upcsal'],
    ['a slip beside a word that is right', 'vidoe upscaler']
  ])('forgives %s', (_what, query) => {
    expect(titlesOf(query).alike).toContain('Video upscaler')
  })

  it('forgives nothing in short words, and not too much in long ones', () => {
    expect(titlesOf('viv', named('Video', 'View'))).toEqual({ found: [], alike: [] })
    expect(titlesOf('vxdxo', named('Video'))).toEqual({ found: [], alike: [] })
    expect(titlesOf('clip', named('Client portal', 'Click'))).toEqual({ found: [], alike: ['Click'] })
  })

  it('takes one letter for a beginning', () => {
    expect(titlesOf('v', named('Video', 'Observe')).found).toEqual(['Video'])
    expect(titlesOf('v', named('Video', 'Observe')).alike).toEqual([])
  })

  it('looks only among those that are shown', () => {
    const isShown = ({ id }: { readonly id: string }) => id === 'face-swap'
    expect(searchCapabilities(searchIndexOf(fallbackCapabilities), 'face', { isShown }).found.map(({ id }) => id)).toEqual(['face-swap'])
  })

  it('finds nothing for nothing, and for signs alone', () => {
    for (const query of ['', '   ', '(.*', '“”']) expect(titlesOf(query)).toEqual({ found: [], alike: [] })
  })

  it('bears names that everything has', () => {
    expect(titlesOf('constructor', named('constructor', '__proto__', 'toString')).found).toEqual(['constructor'])
    expect(titlesOf('proto', named('constructor', '__proto__')).found).toEqual(['__proto__'])
  })
})

describe('searching by what people want', () => {
  const practice = [...deployment.values()]
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
  ])('finds what “%s” asks for', (query, ids) => {
    expect(idsOf(query)).toEqual(ids)
  })

  it('finds file formats, what gives them before what takes them', () => {
    const found = idsOf('PNG')
    expect(found[0]).toBe('background-removal')
    expect(found).toContain('face-swap')
    expect(found).not.toContain('text-to-speech')
  })

  it('finds the kinds in the catalog of another service, whatever they are called there', () => {
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

  it('ranks the words of a capability before what people call its kind', () => {
    const capabilities = [
      aCapability({ id: 'kind', title: 'Background removal' }),
      aCapability({ id: 'purpose', purpose: 'Makes transparent glass.' }),
      aCapability({ id: 'name', title: 'Transparent glass' })
    ]
    expect(idsOf('transparent', capabilities)).toEqual(['name', 'purpose', 'kind'])
  })

  it('takes no part of such a word for it', () => {
    expect(idsOf('ress', [aCapability({ id: 'a', title: 'Virtual try-on' })])).toEqual([])
  })

  it('passes over words that say nothing, unless there is nothing else', () => {
    expect(titlesOf('how can I swap the face', named('Face swap', 'Swap')).found).toEqual(['Face swap'])
    expect(titlesOf('make', named('Logo maker', 'Face swap')).found).toEqual(['Logo maker'])
  })

  it('finds in Chinese, with and without words between', async () => {
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

describe('the index', () => {
  it('is built once for a list', () => {
    const list = [...fallbackCapabilities]
    expect(searchIndexOf(list).words).toBe(searchIndexOf(list).words)
  })

  it('is the same whether it is read at once or in pauses', () => {
    const list = Array.from({ length: 100 }, (_, place) => aCapability({ id: `c-${place}`, title: `Capability ${place}` }))
    const indexing = startIndex(list)
    let pauses = 0
    while (!indexing.readOn(() => true)) pauses += 1
    expect(pauses).toBeGreaterThan(2)
    expect(indexing.whole()).toEqual(startIndex(list).whole())
    expect(indexing.readOn(() => true)).toBe(true)
  })
})
