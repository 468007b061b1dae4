import { afterEach, describe, expect, it } from 'vitest'
import { withDifferenceCodes } from '../../../electron/forms/with-difference-codes.ts'
import stored from '../../../electron/forms/stored-differences.json' with { type: 'json' }
import { type ContractDifference, contractDifferenceSchema } from '../../../shared/app/contract-difference.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'
import { contractDifferenceText } from '../../../shared/phrases/contract-difference-phrases.ts'

afterEach(() => loadLocale('en'))

function differenceOf(sentence: string): ContractDifference {
  const [difference] = JSON.parse(withDifferenceCodes(JSON.stringify([sentence])))
  return contractDifferenceSchema.parse(difference)
}

/** A sentence of each kind: the latest English wording and its Chinese translation. */
const sentences: readonly (readonly [string, string])[] = [
  ['1 new capability: Clay generator.', '1 项新能力：Clay generator。'],
  ['6 new capabilities: New 0, New 1, New 2 and 3 more.', '6 项新能力：New 0, New 1, New 2，另有 3 项。'],
  ['No longer offered: A, B.', '不再提供：A, B。'],
  ['Clip is now called Clips.', 'Clip 现名为 Clips。'],
  ['Clip now generates audio instead of videos.', 'Clip 现在生成音频，不再生成视频。'],
  [
    'The price of Clip changed. Now: price known when done. Previously: 1,200 credits.',
    'Clip 的价格已更改。现在：完成后计价。原为：1,200 积分。'
  ],
  ['The price of Clip changed. Now: price varies. Previously: from 10 credits.', 'Clip 的价格已更改。现在：价格不定。原为：10 积分起。'],
  ['Clip has new pricing rules. The price is unchanged: 1 credit.', 'Clip 的计价规则已改变。价格不变：1 积分。'],
  ['Clip has a new field: “Light”.', 'Clip 新增字段：“Light”。'],
  ['Clip has a new required field: “Mood”.', 'Clip 新增必填字段：“情绪”。'],
  ['Clip no longer has “Speed”.', 'Clip 不再有“速度”。'],
  ['Clip no longer has “Soft, warm”, “B”, “C” and 3 more.', 'Clip 不再有“Soft, warm”, “B”, “C”，另有 3 项。'],
  ['“Prompt” in Clip is now required.', 'Clip 的“提示词”现在为必填。'],
  ['“Prompt” in Clip is now optional.', 'Clip 的“提示词”现在为选填。'],
  ['“Speed” in Clip is now a switch instead of a list of files.', 'Clip 的“速度”现在是开关，原来是文件列表。'],
  ['“Prompt” in Clip, maximum characters: 3,000 (previously 800).', 'Clip 的“提示词”，最多字符数：3,000（原为 800）。'],
  ['“Speed” in Clip, maximum: no longer set (previously 0.5).', 'Clip 的“速度”，最大值：不再限定（原为 0.5）。'],
  ['“Speed” in Clip, step: 2.', 'Clip 的“速度”，步长：2。'],
  ['“Look” in Clip now also offers Clay, 512 × 512.', 'Clip 的“Look”新增了黏土, 512 × 512。'],
  ['“Look” in Clip no longer offers Oil.', 'Clip 的“Look”不再提供 Oil。'],
  ['The default of “Look” in Clip changed from ink to chosen by the service.', 'Clip 的“Look”的默认值由 ink 改为由服务选择。'],
  ['1 more change.', '另有 1 处变更。']
]

describe('a stored sentence about a contract change', () => {
  it.each(sentences)('becomes a code that says the same: %s', async (sentence, chinese) => {
    const difference = differenceOf(sentence)
    expect(difference.code).not.toBe('legacy-text')
    expect(contractDifferenceText(difference)).toBe(sentence)
    await loadLocale('zh-Hans')
    expect(contractDifferenceText(difference)).toBe(chinese)
  })

  it('is covered for each code', () => {
    const covered = new Set(sentences.map(([sentence]) => differenceOf(sentence).code as string))
    expect([...covered].toSorted()).toEqual([...new Set(Object.values(stored.sentences))].toSorted())
  })

  it.each([
    ['Clips is called Clip now.', 'Clips is now called Clip.'],
    ['Clip makes sounds now, not pictures.', 'Clip now generates audio instead of images.'],
    [
      'Clip costs: 8 credits; before: price after it has run.',
      'The price of Clip changed. Now: 8 credits. Previously: price known when done.'
    ],
    ['Clip is priced by other rules now; it still costs: 3 credits.', 'Clip has new pricing rules. The price is unchanged: 3 credits.'],
    ['“Prompt” of Clip has to be filled in now.', '“Prompt” in Clip is now required.'],
    ['“Prompt” of Clip may be left out now.', '“Prompt” in Clip is now optional.'],
    ['“Speed” of Clip is a switch now; it was a number.', '“Speed” in Clip is now a switch instead of a number.'],
    ['“Prompt” of Clip, most characters: 3,000, before 800.', '“Prompt” in Clip, maximum characters: 3,000 (previously 800).'],
    ['“Look” of Clip offers Clay too.', '“Look” in Clip now also offers Clay.'],
    [
      '“Look” of Clip stands at the service’s own choice by itself now, not at ink.',
      'The default of “Look” in Clip changed from ink to chosen by the service.'
    ],
    ['New price for Clip: price varies. Previously: 3 credits.', 'The price of Clip changed. Now: price varies. Previously: 3 credits.']
  ])('of an earlier version has today’s words: %s', (sentence, today) => {
    expect(contractDifferenceText(differenceOf(sentence))).toBe(today)
  })

  it.each(['It changed.', '“Mood” in Clip is now a colour instead of a number.', 'Clip now generates smells instead of images.'])(
    'is kept if it has no code: %s',
    (sentence) => {
      expect(differenceOf(sentence)).toEqual({ code: 'legacy-text', params: { text: sentence } })
    }
  )

  it.each(['{', '{"a":1}', '[1]'])('is left as it is in an unreadable row: %s', (row) => {
    expect(withDifferenceCodes(row)).toBe(row)
  })
})
