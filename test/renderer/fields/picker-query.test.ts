import { describe, expect, it } from 'vitest'
import { pickerQuery } from '../../../renderer/fields/use-library-picker-results.ts'

describe('the library query of a field', () => {
  it('filters by the field’s medium and the search text, newest first', () => {
    expect(pickerQuery('video', 'sea')).toMatchObject({ media: ['video'], search: 'sea', sort: 'newest', collection: null })
  })

  it('has no medium filter for a field of any medium', () => {
    expect(pickerQuery(null, '').media).toEqual([])
  })
})
