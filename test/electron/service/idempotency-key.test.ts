import { describe, expect, it } from 'vitest'
import { nextIdempotencyKey } from '../../../electron/service/idempotency-key.ts'

describe('the next attempt’s idempotency key', () => {
  const first = '0b6c8a52-4f0e-4d55-9b1b-7e5b0a4c2f19'

  it('is a different UUID that is derived deterministically, so that any copy of the journal knows it', () => {
    expect(nextIdempotencyKey(first)).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(nextIdempotencyKey(first)).not.toBe(first)
    expect(nextIdempotencyKey(first)).toBe(nextIdempotencyKey(first))
    expect(nextIdempotencyKey(nextIdempotencyKey(first))).not.toBe(nextIdempotencyKey(first))
  })
})
