import { afterEach, describe, expect, it } from 'vitest'
import { compareNames } from '../../../shared/words/compare-names.ts'
import { learnLanguage } from '../../../shared/words/learn-language.ts'

afterEach(() => learnLanguage('en'))

describe('the order of names', () => {
  it('takes figures by their value and capitals beside small letters', () => {
    expect(['vase 10', 'Bowl', 'vase 9', 'ash'].toSorted(compareNames)).toEqual(['ash', 'Bowl', 'vase 9', 'vase 10'])
  })

  it('is that of the sounds in Chinese, and changes with the language', async () => {
    const names = ['换脸', '背景移除', '图像生成器', '音效']
    await learnLanguage('zh-Hans')
    expect(names.toSorted(compareNames)).toEqual(['背景移除', '换脸', '图像生成器', '音效'])
    await learnLanguage('en')
    expect(names.toSorted(compareNames)).toEqual(names.toSorted(new Intl.Collator('en-GB').compare))
  })
})
