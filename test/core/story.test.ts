import { describe, expect, it } from 'vitest'
import { tellStory, type StoryEvent } from '../../electron/core/story.ts'

function told(event: Partial<StoryEvent>): string | undefined {
  const nothing = { at: 0, httpStatus: null, errorType: null, requestId: null, note: null, reference: null }
  return tellStory([{ ...nothing, kind: 'submit-failed', phase: 'submitting', ...event }])[0]?.words
}

describe('the story of a submission that went wrong', () => {
  it('says that it was not taken only after a definite no', () => {
    expect(told({ phase: 'refused', httpStatus: 400, errorType: 'VALIDATION_ERROR', note: 'Too long' })).toBe(
      'The service did not take it. It said: Too long. Nothing was spent.'
    )
    expect(told({ httpStatus: 429, errorType: 'RATE_LIMITED' })).toBe('The service did not take it. It is sent again with the same key.')
    for (const errorType of ['IDEMPOTENCY_IN_PROGRESS', 'UPSTREAM_TIMEOUT', 'CREDENTIAL_STORAGE_UNAVAILABLE'])
      expect(told({ httpStatus: 503, errorType })).toBe('No certain answer came back. It is sent again with the same key.')
    expect(told({ phase: 'support', httpStatus: 502, errorType: 'BILLING_INVARIANT_FAILED' })).toBe(
      'No certain answer came back. Only support can tell.'
    )
    expect(told({ phase: 'running', httpStatus: 503, errorType: 'TASK_PERSISTENCE_UNCERTAIN' })).toBe(
      'No certain answer came back. The task is asked about.'
    )
  })

  it('does not put a code of the system into the mouth of the service', () => {
    expect(told({ phase: 'queued', note: 'ECONNREFUSED' })).toBe('It did not leave this computer (ECONNREFUSED). It waits for the network.')
    expect(told({ phase: 'unconfirmed', note: 'UND_ERR_SOCKET' })).toBe(
      'No answer came back (UND_ERR_SOCKET). Looking for evidence before anything else.'
    )
  })
})

describe('the story of a look at the recent tasks', () => {
  it('says that a doubted task is there only when it is', () => {
    const look = { kind: 'recent-read', phase: 'running' } as const
    expect(told({ ...look, reference: 'T1' })).toBe('Found among the recent tasks of the service.')
    expect(told(look)).toBe('Not among the recent tasks.')
  })
})
