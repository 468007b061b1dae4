import { describe, expect, it } from 'vitest'
import { emptyFaceDraft, parseFaceDraft, serializeFaceDraft } from '../../../renderer/faces/face-draft.ts'
import { valueSchema } from '../../../shared/form/values.ts'

describe('a draft of a face choice', () => {
  it.each([
    { picks: [{ faceId: 'f2', reference: 1 }], typed: {} },
    { picks: [], typed: {} },
    { picks: null, typed: { file: '/etc/passwd', draft: 'x', faces: '[1]' } }
  ])('is restored unchanged: %j', (draft) => {
    expect(parseFaceDraft(valueSchema.parse(JSON.parse(JSON.stringify(serializeFaceDraft(draft)))))).toEqual(draft)
  })

  it('is empty if the saved value can’t be read', () => {
    for (const value of [undefined, null, 7, 'x', [], {}, { picks: 3, typed: 'y' }]) expect(parseFaceDraft(value)).toEqual(emptyFaceDraft)
    expect(parseFaceDraft({ picks: [['f1'], ['f2', 0], 4], typed: [['a'], 7] })).toEqual({
      picks: [{ faceId: 'f2', reference: 0 }],
      typed: {}
    })
  })
})
