import { describe, expect, it } from 'vitest'
import { policyFor } from '../../../../electron/tasks/machine/error-policy.ts'
import {
  unconfirmedFaceSelectionFailure,
  failureFromFault,
  queryFailure,
  repeatedUploadFailure,
  uploadFailure
} from '../../../../electron/tasks/machine/failure-from-fault.ts'
import { type Fault, newFault } from '../../../../shared/task/fault.ts'
import { sampleInput, sampleTask } from './sample-task.ts'

describe.each([
  ['a failed status query', 'query', queryFailure],
  ['a failed face selection', 'select-faces', unconfirmedFaceSelectionFailure]
] as const)('%s', (_, step, wordsFor) => {
  it('doesn’t present a proxy’s response as the service’s message', () => {
    const fault = newFault(step, 'not-sent', { message: 'proxy-407', httpStatus: 407, networkBlock: 'proxy-password' })
    expect(wordsFor(fault, 1).serviceMessage).toBeNull()
  })

  it('contains the service’s message and the details of the response', () => {
    const said = { message: 'Try again later', errorType: 'INTERNAL_ERROR', httpStatus: 500, requestId: 'req-7' }
    const { message, ...evidence } = said
    expect(wordsFor(newFault(step, 'refusal', said), 1)).toMatchObject({ serviceMessage: message, ...evidence, at: 1 })
  })
})

describe('the failure for values that the service rejects', () => {
  const codeFor = (details: readonly { readonly field: string; readonly message: string }[]): string => {
    const fault = newFault('submit', 'refusal', { errorType: 'VALIDATION_ERROR', httpStatus: 400, details: [...details] })
    return failureFromFault(fault, policyFor(fault), 1).code
  }

  it('mentions the fields only if the response names any', () => {
    expect(codeFor([{ field: 'prompt', message: 'names a brand' }])).toBe('values-rejected')
    expect(codeFor([])).toBe('values-rejected-without-fields')
  })
})

describe('the failure for an upload that failed permanently', () => {
  const codeFor = (fault: Fault): string => uploadFailure(fault, policyFor(fault), true, 1).code

  it('points to the service’s message only if there is one', () => {
    expect(codeFor(newFault('transfer', 'refusal', { httpStatus: 400, message: 'Too large' }))).toBe('upload-failed-with-message')
    expect(codeFor(newFault('transfer', 'lost', { message: 'ECONNRESET' }))).toBe('upload-failed')
    expect(codeFor(newFault('transfer', 'refusal', { httpStatus: 400 }))).toBe('upload-failed')
  })
})

describe('the failure for a file that can’t be used even after repeated uploads', () => {
  it.each([
    ['UPLOAD_EXPIRED', 410, [], 'upload-expired-address'],
    ['UPLOAD_EXPIRED', 410, [sampleInput], 'upload-expired-again'],
    ['UPLOAD_NOT_READY', 409, [], 'upload-not-ready-address'],
    ['UPLOAD_NOT_READY', 409, [sampleInput], 'upload-not-ready-again']
  ] as const)('after %s (%i) with the files %j is “%s”', (errorType, httpStatus, inputs, code) => {
    const fault = newFault('submit', 'refusal', { errorType, httpStatus, details: [{ field: 'imageUrls', message: 'gone' }] })
    const failure = failureFromFault(fault, policyFor(fault), 1)
    expect(repeatedUploadFailure(sampleTask({ inputs, failure }))).toEqual({ ...failure, code })
  })
})

describe('the failure for a problem on this computer', () => {
  it('has the reason why an upload command wasn’t run', () => {
    const uploadRejection = { code: 'header-twice', params: { name: 'x-a' } } as const
    const fault = newFault('transfer', 'local', { localReason: 'upload-command-refused', uploadRejection })
    expect(failureFromFault(fault, policyFor(fault), 1)).toMatchObject({
      code: 'upload-command-rejected',
      params: { reason: uploadRejection },
      serviceMessage: null
    })
  })

  it.each([
    ['file-missing', 'vase.png', 'submit', { code: 'file-missing', params: { fileName: 'vase.png' } }],
    ['file-missing', null, 'submit', { code: 'file-missing', params: { fileName: null } }],
    ['disk-full', 'ENOSPC', 'download', { code: 'disk-full', params: {} }],
    ['unexpected', 'EIO', 'download', { code: 'not-saved', params: { reason: 'EIO' } }],
    ['unexpected', null, 'submit', { code: 'not-sent-by-computer', params: { reason: null } }]
  ] as const)('“%s” about %j at the step “%s” is %j', (localReason, message, step, failure) => {
    const fault = newFault(step, 'local', { localReason, message })
    expect(failureFromFault(fault, policyFor(fault), 1)).toMatchObject({ ...failure, serviceMessage: null })
  })
})
