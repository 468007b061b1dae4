import { describe, expect, it } from 'vitest'
import { isWebUrl, connectFormErrors } from '../../../renderer/account/connect-form-errors.ts'

const refusal = { ok: false, message: 'That did not work.', advice: null, requestId: null, problems: [] } as const

describe('a rejected connection', () => {
  it('is reported under the field where it can be fixed', () => {
    const problems = [{ field: 'apiKey', index: null, message: 'This key no longer works.' }]
    expect(connectFormErrors({ ...refusal, advice: 'Create a new one.', requestId: '8f21', problems })).toEqual({
      baseUrl: null,
      apiKey: 'This key no longer works. Create a new one. Request ID 8f21.',
      form: null
    })
  })

  it('is reported under both fields if both are wrong', () => {
    const problems = [
      { field: 'baseUrl', index: null, message: 'No address.' },
      { field: 'apiKey', index: null, message: 'No key.' }
    ]
    expect(connectFormErrors({ ...refusal, problems })).toEqual({ baseUrl: 'No address.', apiKey: 'No key.', form: null })
  })

  it('is reported below the form if no field is wrong', () => {
    expect(connectFormErrors({ ...refusal, advice: 'Try again later.' })).toEqual({
      baseUrl: null,
      apiKey: null,
      form: 'That did not work. Try again later.'
    })
  })

  it('does not repeat the advice', () => {
    expect(connectFormErrors({ ...refusal, message: 'Wait. Try again.', advice: 'Try again.' }).form).toBe('Wait. Try again.')
  })
})

it('offers a connection check only for a valid address', () => {
  expect(['https://api.example.com', 'api.example.com', 'localhost:4000'].filter(isWebUrl)).toHaveLength(3)
  expect(['', 'https://ex ample.com', 'ex ample.com', 'https://', 'https://ex%20ample.com'].filter(isWebUrl)).toEqual([])
})
