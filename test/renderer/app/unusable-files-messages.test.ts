import { describe, expect, it } from 'vitest'
import { unusableFilesMessages } from '../../../renderer/app/unusable-files-messages.ts'
import type { LocalMedia } from '../../../shared/form/media-facts.ts'
import { imageFacts } from '../../shared/form/image-facts.ts'

const file = (name: string, medium: 'image' | null = null): LocalMedia => ({
  draft: name,
  previewUrl: '',
  facts: imageFacts({ name, medium, format: null })
})
const wordsOf = (
  files: readonly LocalMedia[],
  more: { readonly unreadable?: readonly string[]; readonly refused?: readonly string[] } = {}
) => unusableFilesMessages({ files, unreadable: [], ...more }).map(({ description }) => description)

describe('files that can’t be used as input', () => {
  it('lead to Batch if they are tables or lists', () => {
    expect(wordsOf([file('spring.csv')])).toEqual([
      'spring.csv is a table or a list. To create a task from each row, open a form and choose Batch.'
    ])
    expect(wordsOf([file('a.TSV'), file('prompts.txt')])).toEqual([
      'a.TSV, prompts.txt are tables or lists. To create a task from each row, open a form and choose Batch.'
    ])
  })

  it('are listed with the reason for each rejected file', () => {
    const refused = ['“pics” is a folder. Drop its files instead. You can also open a form and choose Batch.']
    expect(wordsOf([file('vase.png', 'image')], { refused })).toEqual(refused)
  })

  it('are listed as unsupported or unreadable', () => {
    const many = Array.from({ length: 8 }, (_, place) => file(`${place}.xyz`))
    expect(wordsOf(many, { unreadable: ['gone.png'] })).toEqual([
      'Unsupported file type: 0.xyz, 1.xyz, 2.xyz, 3.xyz, 4.xyz, 5.xyz, …',
      'Unreadable: gone.png'
    ])
  })
})
