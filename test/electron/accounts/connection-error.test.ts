import { describe, expect, it } from 'vitest'
import { connectionError } from '../../../electron/accounts/connection-error.ts'
import { type Fault, newFault } from '../../../shared/task/fault.ts'

const errorTypes = [
  'API_KEY_INVALID_OR_REVOKED',
  'NEED_API_KEY',
  'NEED_SUBSCRIBE',
  'NEED_PURCHASE_CREDITS',
  'VALIDATION_ERROR',
  'TASK_NOT_FOUND',
  'UPSTREAM_TIMEOUT'
]

function answer(httpStatus: number, errorType: string | null, message: string | null = 'In its own words.'): Fault {
  return newFault('catalog', 'refusal', { httpStatus, errorType, message, requestId: 'req-1' })
}

describe('a problem while connecting an account', () => {
  it.each([
    [answer(401, 'API_KEY_INVALID_OR_REVOKED'), 'apiKey', /doesn’t accept this key/],
    [answer(401, 'AUTHORIZATION_HEADER_INVALID'), 'apiKey', /doesn’t accept this key/],
    [answer(401, null), 'apiKey', /doesn’t accept this key/],
    [answer(401, 'ACCOUNT_SESSION_REFRESH_REQUIRED'), null, /sign in to your account/],
    [answer(403, 'NEED_SUBSCRIBE'), null, /no active subscription/],
    [answer(404, 'CAPABILITY_NOT_ENABLED'), 'baseUrl', /wasn’t found at this address/],
    [answer(404, 'NOT_FOUND'), 'baseUrl', /wasn’t found at this address/],
    [answer(404, null), 'baseUrl', /wasn’t found at this address/],
    [answer(502, null), 'baseUrl', /wasn’t found at this address/],
    [answer(503, 'IMAGE_SERVICE_UNAVAILABLE'), null, /is having problems right now/],
    [answer(429, 'RATE_LIMITED'), null, /too many requests/],
    [newFault('catalog', 'unreadable', { httpStatus: 200 }), 'baseUrl', /wasn’t found at this address/],
    [newFault('catalog', 'lost'), 'baseUrl', /didn’t respond/],
    [newFault('catalog', 'not-sent', { message: 'ECONNREFUSED' }), 'baseUrl', /./]
  ])('is explained for %o', (fault, field, words) => {
    const problem = connectionError(fault)
    expect(problem.message).toMatch(words)
    expect(problem.field ?? null).toBe(field)
    expect(problem.advice).toMatch(/\.$/)
    expect(problem.message.includes('“In its own words”')).toBe(fault.message === 'In its own words.')
  })

  it('doesn’t mention a task, because none exists yet', () => {
    const faults = [400, 401, 402, 403, 404, 409, 410, 429, 500, 502, 503].flatMap((status) => [
      answer(status, null, null),
      ...errorTypes.map((errorType) => answer(status, errorType, null))
    ])
    for (const fault of faults) {
      const { message, advice } = connectionError(fault)
      expect(`${message} ${advice}`, `${fault.httpStatus} ${fault.errorType}`).not.toMatch(/task|no longer|send (?:it |this )?again/i)
    }
  })
})
