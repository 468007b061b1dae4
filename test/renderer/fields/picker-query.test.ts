import { describe, expect, it } from 'vitest'
import { pickerQuery } from '../../../renderer/fields/use-picker-grid.ts'

describe('what a field asks of the library', () => {
  it('is what is of its medium and has the words, the newest first', () => {
    expect(pickerQuery('video', 'sea')).toMatchObject({ media: ['video'], search: 'sea', sort: 'newest', collection: null })
  })

  it('is everything for a field of any medium', () => {
    expect(pickerQuery(null, '').media).toEqual([])
  })
})
