import { describe, expect, it } from 'vitest'
import { isWebUrl, connectFormErrors } from '../../../renderer/account/connect-form-errors.ts'

const refusal = { ok: false, message: 'That did not work.', advice: null, requestId: null, problems: [] } as const

describe('a rejected connection', () => {
  it('is reported under the field where it can be fixed', () => {
    const message = 'This key no longer works.'
    expect(connectFormErrors({ ...refusal, message, advice: 'Create a new one.', requestId: '8f21', field: 'apiKey' })).toEqual({
      baseUrl: null,
      apiKey: 'This key no longer works. Create a new one. Request ID 8f21.',
      form: null
    })
  })

  it('is reported under the address if that is wrong', () => {
    expect(connectFormErrors({ ...refusal, message: 'No address.', field: 'baseUrl' }).baseUrl).toBe('No address.')
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
