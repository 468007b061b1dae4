import { describe, expect, it } from 'vitest'
import { parseApiKey } from '../../../electron/accounts/api-key.ts'
import { Secret } from '../../../electron/accounts/secret.ts'
import { UserFacingError } from '../../../shared/form/submission-problem.ts'

describe('a typed key', () => {
  it.each([
    ['sk-live-123', 'sk-live-123'],
    ['  sk-live-123\n', 'sk-live-123'],
    ['Bearer sk-live-123', 'sk-live-123'],
    ['bearer   sk-live-123 ', 'sk-live-123'],
    ['a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g=']
  ])('%j is read as %j', (typed, key) => {
    expect(parseApiKey(new Secret(typed)).reveal()).toBe(key)
  })

  it.each(['', '   ', 'Bearer ', 'two words', 'line\nbreak', 'line\r\nX-Other: header', 'schlüssel', 'zero\u200bwidth', 'nul\0'])(
    '%j is rejected without being repeated in the error',
    (typed) => {
      let problem: unknown
      try {
        parseApiKey(new Secret(typed))
      } catch (error) {
        problem = error
      }
      expect(problem).toBeInstanceOf(UserFacingError)
      expect(problem).toMatchObject({ field: 'apiKey', advice: expect.stringContaining('developer console') })
      for (const word of typed.split(/\s+/).filter((part) => part.length > 3 && part !== 'Bearer'))
        expect(String(problem)).not.toContain(word)
    }
  )
})
