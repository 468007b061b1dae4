import { describe, expect, it } from 'vitest'
import { withNativeNames } from '../../../renderer/fields/native-language-name.ts'
import { fieldsOf, type ChoiceField } from '../../../shared/form/fields.ts'
import { aCapability } from '../gallery/a-capability.ts'

function labels(name: string, values: readonly string[], named: Readonly<Record<string, string>> = {}): readonly string[] {
  const properties = { [name]: { enum: values, 'x-enum-labels': named } }
  const [field] = fieldsOf(aCapability({ id: 'speech', inputSchema: { type: 'object', properties } }))
  return withNativeNames(field as ChoiceField).map(({ label }) => label)
}

describe('the options of a language field', () => {
  it('have the own name of each language', () => {
    expect(labels('targetLanguage', ['de', 'zh', 'en'], { de: 'German', zh: 'Chinese', en: 'English' })).toEqual([
      'German · Deutsch',
      'Chinese · 中文',
      'English'
    ])
  })

  it('are unchanged if a value isn’t the code of a language', () => {
    expect(labels('language', ['auto-detect!', 'qq'])).toEqual(['auto-detect!', 'Qq'])
  })

  it('are unchanged in other fields', () => {
    expect(labels('format', ['de', 'fr'])).toEqual(['De', 'Fr'])
  })
})
