import { afterEach, describe, expect, it } from 'vitest'
import { compareNames } from '../../../shared/i18n/compare-names.ts'
import { loadLocale } from '../../../shared/i18n/load-locale.ts'

afterEach(() => loadLocale('en'))

describe('the order of names', () => {
  it('compares numbers by value and ignores letter case', () => {
    expect(['vase 10', 'Bowl', 'vase 9', 'ash'].toSorted(compareNames)).toEqual(['ash', 'Bowl', 'vase 9', 'vase 10'])
  })

  it('is by pinyin in Chinese, and changes with the language', async () => {
    const names = ['换脸', '背景移除', '图像生成器', '音效']
    await loadLocale('zh-Hans')
    expect(names.toSorted(compareNames)).toEqual(['背景移除', '换脸', '图像生成器', '音效'])
    await loadLocale('en')
    expect(names.toSorted(compareNames)).toEqual(names.toSorted(new Intl.Collator('en-GB').compare))
  })
})
