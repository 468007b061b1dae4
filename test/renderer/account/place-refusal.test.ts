import { describe, expect, it } from 'vitest'
import { placeRefusal } from '../../../renderer/account/place-refusal.ts'

const refusal = { ok: false, message: 'That did not work.', advice: null, requestId: null, problems: [] } as const

describe('a refused connection', () => {
  it('is said under the field where it can be mended', () => {
    const problems = [{ field: 'apiKey', index: null, message: 'This key no longer works.' }]
    expect(placeRefusal({ ...refusal, advice: 'Create a new one.', requestId: '8f21', problems })).toEqual({
      baseUrl: null,
      apiKey: 'This key no longer works. Create a new one. Request id 8f21.',
      form: null
    })
  })

  it('is said under both fields when both are wrong', () => {
    const problems = [
      { field: 'baseUrl', index: null, message: 'No address.' },
      { field: 'apiKey', index: null, message: 'No key.' }
    ]
    expect(placeRefusal({ ...refusal, problems })).toEqual({ baseUrl: 'No address.', apiKey: 'No key.', form: null })
  })

  it('is said beneath the form when no field is to blame', () => {
    expect(placeRefusal({ ...refusal, advice: 'Try again later.' })).toEqual({
      baseUrl: null,
      apiKey: null,
      form: 'That did not work. Try again later.'
    })
  })

  it('does not say advice twice', () => {
    expect(placeRefusal({ ...refusal, message: 'Wait. Try again.', advice: 'Try again.' }).form).toBe('Wait. Try again.')
  })
})
