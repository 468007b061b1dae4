import { describe, expect, it } from 'vitest'
import { choiceInDoubt, failureOfQuery } from '../../electron/core/failure-words.ts'
import { newFault } from '../../shared/fault.ts'

describe.each([
  ['a question how a task stands', 'query', failureOfQuery],
  ['a choice of faces', 'select-faces', choiceInDoubt]
] as const)('%s', (_, step, wordsFor) => {
  it('gives no answer of a proxy as the words of the service', () => {
    const fault = newFault(step, 'not-sent', { message: 'proxy-407', httpStatus: 407, obstacle: 'proxy-password' })
    expect(wordsFor(fault, 1).serviceMessage).toBeNull()
  })

  it('gives the words of the service, and the evidence beside them', () => {
    const said = { message: 'Try again later', errorType: 'INTERNAL_ERROR', httpStatus: 500, requestId: 'req-7' }
    const { message, ...evidence } = said
    expect(wordsFor(newFault(step, 'refusal', said), 1)).toMatchObject({ serviceMessage: message, ...evidence, at: 1 })
  })
})
