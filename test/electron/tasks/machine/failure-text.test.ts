import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { policyFor } from '../../../../electron/tasks/machine/error-policy.ts'
import {
  unconfirmedFaceSelectionFailure,
  failureFromFault,
  queryFailure,
  uploadFailure
} from '../../../../electron/tasks/machine/failure-text.ts'
import { type Fault, newFault } from '../../../../shared/task/fault.ts'
import { loadLocale } from '../../../../shared/i18n/load-locale.ts'
import { translateStored } from '../../../../shared/i18n/say.ts'

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

describe('the advice for values that the service rejects', () => {
  const adviceFor = (details: readonly { readonly field: string; readonly message: string }[]): string => {
    const fault = newFault('submit', 'refusal', { errorType: 'VALIDATION_ERROR', httpStatus: 400, details: [...details] })
    return failureFromFault(fault, policyFor(fault), 1).advice
  }

  it('mentions the fields only if the response names any', () => {
    expect(adviceFor([{ field: 'prompt', message: 'names a brand' }])).toBe('Fix the fields listed here and send again.')
    expect(adviceFor([])).toBe('Change the values and send again.')
  })
})

describe('the advice for an upload that failed permanently', () => {
  const adviceFor = (fault: Fault): string => uploadFailure(fault, policyFor(fault), true, 1).advice

  it('points to the service’s message only if there is one', () => {
    expect(adviceFor(newFault('transfer', 'refusal', { httpStatus: 400, message: 'Too large' }))).toMatch(/^Read the service’s message/)
    expect(adviceFor(newFault('transfer', 'lost', { message: 'ECONNRESET' }))).toMatch(/^Send the task again later\./)
    expect(adviceFor(newFault('transfer', 'refusal', { httpStatus: 400 }))).toMatch(/^Send the task again later\./)
  })
})

/**
 * Maps each text to the source files that contain it. The tests below read the failure reasons from this catalogue. They therefore also
 * cover reasons that are added later.
 */
const catalogue = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'i18n', 'catalogue.json'), 'utf8')
) as Record<string, string>
const readers = /electron\/uploads\/(?:command-parts|curl-command|parse-upload-command|powershell-command|shell-tokenizer)\.ts/
const reasons = Object.keys(catalogue)
  .filter((text) => readers.test(catalogue[text] ?? ''))
  .map((text) => text.replaceAll(/\{(?:name|shown)\}/g, '--proxy'))

describe('a rejected upload command', () => {
  afterEach(() => loadLocale('en'))

  const messageFor = (reason: string | null): string => {
    const fault = newFault('transfer', 'local', { localReason: 'upload-command-refused', message: reason })
    return failureFromFault(fault, policyFor(fault), 1).message
  }

  it('is reported with its reason in complete sentences', () => {
    expect(reasons.length).toBeGreaterThan(40)
    for (const reason of reasons) {
      expect(reason).toMatch(/^[A-Z].*[^.]\.$/)
      expect(messageFor(reason)).toContain(`. ${reason} Nothing was sent`)
    }
    expect(messageFor(null)).not.toMatch(/\.\.|: Nothing/)
  })

  it('is also reported in complete Chinese sentences', async () => {
    const said = reasons.map(messageFor)
    await loadLocale('zh-Hans')
    for (const message of [...said, messageFor(null)]) {
      expect(translateStored(message)).toMatch(/^[^。]+。[^。]+。没有发送任何内容，也没有扣除积分。$/)
      expect(translateStored(message)).not.toMatch(/Nothing|\b(?:The|A|No)\b/)
    }
  })
})
