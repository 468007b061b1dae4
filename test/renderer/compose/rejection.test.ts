import { describe, expect, it } from 'vitest'
import { failureToShow, rejectedFieldProblems, formRejectionOutcome } from '../../../renderer/compose/rejection.ts'
import { fallbackCapabilities } from '../../../electron/contract/fallback-capabilities.ts'
import type { TaskFailure } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

const capability = fallbackCapabilities[1]!
const values = { prompt: 'a cola can', size: '1024*1024', imageUrls: ['https://a.example/1.png', 'https://a.example/2.png'] }
const failure: TaskFailure = {
  code: 'values-rejected',
  params: {},
  serviceMessage: 'Two fields are wrong.',
  errorType: 'VALIDATION_ERROR',
  httpStatus: 400,
  requestId: 'req_1',
  details: [
    { field: 'prompt', message: 'names a brand' },
    { field: 'imageUrls[1]', message: 'is too small' }
  ],
  at: 0
}
const rejection = { failure, values }

describe('the form of a rejected task', () => {
  it('shows the service’s messages at their fields', () => {
    expect(rejectedFieldProblems(capability, rejection, values)).toEqual([
      { field: 'prompt', index: null, code: 'rejected-by-service', params: { message: 'names a brand' } },
      { field: 'imageUrls', index: 1, code: 'rejected-by-service', params: { message: 'is too small' } }
    ])
    expect(formRejectionOutcome(capability, rejection, values)).toMatchObject({
      message: 'The service rejected these values. Nothing was charged.',
      advice: 'The service says: “Two fields are wrong.”',
      requestId: 'req_1'
    })
  })

  it('keeps the messages at unchanged fields', () => {
    const now = { ...values, prompt: 'a can' }
    expect(rejectedFieldProblems(capability, rejection, now).map(({ field }) => field)).toEqual(['imageUrls'])
    expect(formRejectionOutcome(capability, rejection, now)).toBeNull()
  })

  it.each(['prompt', '/prompt', 'body.prompt'])('finds the field of the path %s', (field) => {
    const details = [{ field, message: 'is odd' }]
    expect(rejectedFieldProblems(capability, { failure: { ...failure, details }, values }, values)).toMatchObject([{ field: 'prompt' }])
  })

  it('shows messages without a field of the form next to its button', () => {
    const details = [
      { field: 'oldName', message: 'is unknown' },
      { field: '', message: 'Too much.' }
    ]
    const other = { failure: { ...failure, details }, values }
    expect(rejectedFieldProblems(capability, other, values)).toEqual([])
    expect(formRejectionOutcome(capability, other, values)?.advice).toBe(
      'The service says: “Two fields are wrong.” The service says: “oldName: is unknown” The service says: “Too much.”'
    )
  })

  it('shows Kiln’s advice if the service sent no message', () => {
    const silent = { failure: { ...failure, serviceMessage: null, details: [] }, values }
    expect(formRejectionOutcome(capability, silent, values)?.advice).toBe('Fix the fields listed here and send again.')
  })

  it('shows no failure of a finished or cancelled task', () => {
    expect(failureToShow(aTask({ id: 'a', phase: 'refused', failure }))).toBe(failure)
    expect(failureToShow(aTask({ id: 'a', phase: 'failed', failure }))).toBe(failure)
    for (const phase of ['done', 'cancelled', 'support'] as const) expect(failureToShow(aTask({ id: 'a', phase, failure }))).toBeNull()
  })
})
