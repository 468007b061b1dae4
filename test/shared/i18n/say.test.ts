import { afterEach, describe, expect, it } from 'vitest'
import { cacheByLanguage, currentLocale, say, sayContract, sayInParts, setLocaleTexts, type TextValues } from '../../../shared/i18n/say.ts'

const english = { language: 'en', texts: new Map(), contractTexts: new Map() } as const

function speakChinese(texts: Readonly<Record<string, string>>, contractTexts: Readonly<Record<string, string>> = {}): void {
  setLocaleTexts({
    language: 'zh-Hans',
    texts: new Map(Object.entries(texts)),
    contractTexts: new Map(Object.entries(contractTexts))
  })
}

afterEach(() => setLocaleTexts(english))

describe('a contract text', () => {
  it('has its own translation, even if Kiln has the same English text', () => {
    speakChinese({ Light: '浅色' }, { Light: '光线' })
    expect(sayContract('Light')).toBe('光线')
    expect(say('Light')).toBe('浅色')
    expect(sayContract('Words of another service')).toBe('Words of another service')
  })
})

describe('a cache', () => {
  it('remembers each source, and drops what was derived from another language', () => {
    let count = 0
    const label = cacheByLanguage(({ title }: { readonly title: string }) => `${sayContract(title)} ${(count += 1)}`)
    const [light, colour] = [{ title: 'Light' }, { title: 'Colour' }]
    expect([label(light), label(light), label(colour)]).toEqual(['Light 1', 'Light 1', 'Colour 2'])
    speakChinese({}, { Light: '光线' })
    expect([label(light), label(light)]).toEqual(['光线 3', '光线 3'])
  })
})

describe('a text', () => {
  it('is unchanged in English', () => {
    expect(say('Nothing was sent.')).toBe('Nothing was sent.')
    expect(currentLocale()).toBe('en-GB')
  })

  it.each<[string, TextValues, string]>([
    ['{count, plural, one {# credit} other {# credits}}', { count: 1 }, '1 credit'],
    ['{count, plural, one {# credit} other {# credits}}', { count: 12_408 }, '12,408 credits'],
    ['{count, plural, one {# credit} other {# credits}}', { count: 0.12345 }, '0.12345 credits'],
    ['“{name}” is done', { name: '{braces} & <b>' }, '“{braces} & <b>” is done'],
    ['{count, number} of {all, number}', { count: 0, all: 5_000 }, '0 of 5,000'],
    ['Kiln’s <kbd>', {}, 'Kiln’s <kbd>']
  ])('fills the placeholders of %s', (text, values, said) => {
    expect(say(text, values)).toBe(said)
  })

  it('is shown in the current language with that language’s plural rules', () => {
    speakChinese({ '{count, plural, one {# task} other {# tasks}}': '{count, plural, other {# 个任务}}', Queue: '队列' })
    expect(say('Queue')).toBe('队列')
    expect(say('{count, plural, one {# task} other {# tasks}}', { count: 1 })).toBe('1 个任务')
    expect(currentLocale()).toBe('zh-Hans-CN')
  })

  it.each<[string, string, TextValues, string]>([
    [
      'a space beside Latin words and digits',
      '{title}的费用：{price}',
      { title: 'Image upscaler', price: '2 积分' },
      'Image upscaler 的费用：2 积分'
    ],
    ['no space beside Chinese words', '{title} 的费用：{price}', { title: '图片放大', price: '2 积分' }, '图片放大的费用：2 积分'],
    ['no space beside Chinese quotation marks', '{name} 不在原处', { name: '“vase.png”' }, '“vase.png”不在原处'],
    ['no space between two Chinese values', '{kind} {name}', { kind: '图片', name: '蒙版' }, '图片蒙版'],
    ['the spaces that a value contains', '已删除：{text} 等', { text: '红色 狐狸' }, '已删除：红色 狐狸等'],
    [
      'a space beside counts and other numbers',
      '{count, plural, other {# 个任务}}，{kind} {place}',
      { count: 2, kind: '图', place: '1' },
      '2 个任务，图 1'
    ]
  ])('has %s in Chinese', (_, text, values, said) => {
    speakChinese({ [text]: text })
    expect(say(text, values)).toBe(said)
  })

  it('is shown in English if it has no translation', () => {
    speakChinese({})
    expect(say('{count, plural, one {# task} other {# tasks}}', { count: 3 })).toBe('3 tasks')
  })

  it('places elements in its tags, in the language’s word order', () => {
    speakChinese({ 'Read <a>the terms</a> of {name}.': '阅读{name}的<a>条款</a>。' })
    const parts = sayInParts<{ readonly link: string }>('Read <a>the terms</a> of {name}.', {
      name: 'Kiln',
      a: (inside) => ({ link: inside.join('') })
    })
    expect(parts).toEqual(['阅读Kiln的', { link: '条款' }, '。'])
  })
})
