import { expect } from 'vitest'
import type { HoldReason } from '../../../shared/task/task.ts'
import { standardImageGenerator, waitFor, type Setup } from '../open-setup.ts'
import { statusUnavailableText, uploadRejectedText } from './common-text.ts'
import type { ErrorScenario, ErrorTexts } from './error-scenario.ts'
import type { ErrorTable } from './test-error-table.ts'
import { connectTo } from '../connect-to.ts'
import { Secret } from '../../../electron/accounts/secret.ts'

const badValues: ErrorTexts = ['The service rejected these values. Nothing was charged.', 'Fix the fields listed here and send again.']

/** The request itself is invalid, so Kiln never retries it unchanged. */
const badRequest: readonly ErrorScenario[] = [
  {
    name: 'on an upload request: the task is rejected before it’s sent',
    at: 'upload',
    shows: { phase: 'refused', words: uploadRejectedText },
    sends: '',
    ends: 'refused',
    charges: 0
  },
  {
    name: 'on a submission: the task is rejected without a retry, and the user can edit and send it again',
    at: 'submit',
    error: { details: [{ field: 'prompt', message: 'is about nothing' }] },
    shows: { phase: 'refused', words: badValues },
    sends: 'A',
    ends: 'refused',
    charges: 0,
    also: (_setup, { failure, can }) => {
      expect(failure?.details).toEqual([{ field: 'prompt', message: 'is about nothing' }])
      expect(can.sendAgain).toBe(true)
    }
  },
  {
    name: 'on status queries: Kiln still follows the task until it’s done',
    at: 'query',
    times: 3,
    shows: { phase: 'running', words: statusUnavailableText },
    sends: 'A',
    ends: 'done',
    charges: 1
  },
  {
    name: 'on a request for the recent tasks: Kiln retries the submission with the same idempotency key instead',
    at: 'recent',
    times: 5,
    shows: { phase: 'unconfirmed' },
    sends: 'A A',
    ends: 'done',
    charges: 1
  }
]

/**
 * Returns scenarios that put the account on hold. Unsent tasks wait. They resume with the same idempotency key once a free call succeeds.
 */
function accountScenarios(reason: HoldReason, words: ErrorTexts): readonly ErrorScenario[] {
  return [
    {
      name: 'on an upload request: the task is put on hold, then resumes automatically',
      at: 'upload',
      timeScale: 0.001,
      shows: { phase: 'held', words, account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    },
    {
      name: 'on a submission: the task is put on hold, then resumes automatically with the same idempotency key',
      at: 'submit',
      timeScale: 0.001,
      shows: { phase: 'held', words, account: reason },
      sends: 'A A',
      ends: 'done',
      charges: 1
    }
  ]
}

/**
 * Extends `accountScenarios` with errors on status queries and on requests for the recent tasks. Kiln repeats these calls once the account
 * is fixed.
 */
function closedAccountScenarios(reason: HoldReason, words: ErrorTexts): readonly ErrorScenario[] {
  return [
    ...accountScenarios(reason, words),
    {
      name: 'on a status query: the account is put on hold, and Kiln queries the running task again later',
      at: 'query',
      timeScale: 0.001,
      shows: { phase: 'running', words: null, account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    },
    {
      name: 'on a request for the recent tasks: the account is put on hold, and Kiln reads the list later',
      at: 'recent',
      timeScale: 0.001,
      shows: { phase: 'unconfirmed', account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    }
  ]
}

/** Returns a scenario in which tasks resume after the user enters a new key. */
const newKey = (words: ErrorTexts): ErrorScenario => ({
  name: 'on every submission: the task is on hold until a new API key is confirmed, then resumes with its idempotency key',
  at: 'submit',
  times: 100,
  shows: { phase: 'held', words, account: 'key' },
  then: async (setup) => {
    setup.practice.faults.clear()
    await setup.practice.account.change({ apiKey: 'practice_the_next_key' })
    await connectTo(setup.studio, { baseUrl: setup.practice.url, apiKey: new Secret('practice_the_next_key') })
    // The service's tasks don't prove that the key belongs to the same account. The user must therefore confirm this.
    expect(setup.studio.account().hold).toBe('account-changed')
    setup.studio.confirmSameAccount()
    expect(setup.studio.account().hold).toBeNull()
  },
  sends: 'A A',
  ends: 'done',
  charges: 1
})

const noKeySeen: ErrorTexts = [
  'The service didn’t receive an API key. Nothing was charged.',
  'Enter the key again. Kiln then resumes automatically.'
]
const keyUnreadable: ErrorTexts = [
  'The service couldn’t read the API key. Nothing was charged.',
  'Enter the key again without spaces. Kiln then resumes automatically.'
]
const keyRevoked: ErrorTexts = [
  'This key no longer works. Nothing was charged.',
  'Create a key in the developer console, then replace the current key. Kiln then resumes automatically.'
]
const keyUndecryptable: ErrorTexts = [
  'The service can no longer read the credentials for this key. Nothing was charged.',
  'Create a key in the developer console, then replace the current key. Kiln then resumes automatically.'
]
const signIn: ErrorTexts = [
  'The service requires you to sign in again. Nothing was charged.',
  'Sign in on the service’s website. Kiln then resumes automatically with the same key.'
]
const needKey: ErrorTexts = ['The service needs an API key. Nothing was charged.', 'Enter an API key. Kiln then resumes automatically.']
const needCredits: ErrorTexts = [
  'Not enough credits for this task. Nothing was charged.',
  'Add credits on the service’s website. Kiln then resumes automatically.'
]
const needSubscription: ErrorTexts = [
  'The subscription has ended. Nothing was charged.',
  'Renew the subscription on the service’s website. Kiln then resumes automatically with the same key.'
]
const notOffered: ErrorTexts = [
  'The service doesn’t offer this capability to your account. Nothing was charged.',
  'The gallery has been updated. Choose another capability there.'
]

/** Scenarios of errors 400 to 404. These errors mean that nothing was generated. */
export const rejectionScenarios: ErrorTable = [
  ['400 INVALID_JSON', badRequest],
  ['400 VALIDATION_ERROR', badRequest],
  ['401 AUTHENTICATION_REQUIRED', [...closedAccountScenarios('key', noKeySeen), newKey(noKeySeen)]],
  ['401 AUTHORIZATION_HEADER_INVALID', [...closedAccountScenarios('key', keyUnreadable), newKey(keyUnreadable)]],
  ['401 API_KEY_INVALID_OR_REVOKED', [...closedAccountScenarios('key', keyRevoked), newKey(keyRevoked)]],
  ['401 API_KEY_INVALID_CREDENTIAL', [...closedAccountScenarios('key', keyUndecryptable), newKey(keyUndecryptable)]],
  [
    '401 ACCOUNT_SESSION_REFRESH_REQUIRED',
    [
      ...closedAccountScenarios('sign-in', signIn),
      {
        name: 'on every submission: the task is on hold until the user signs in and resumes, with the same API key',
        at: 'submit',
        times: 100,
        shows: { phase: 'held', words: signIn, account: 'sign-in' },
        then: async (setup) => {
          setup.practice.faults.clear()
          await setup.studio.resume()
        },
        sends: 'A A',
        ends: 'done',
        charges: 1
      }
    ]
  ],
  ['401 NEED_API_KEY', [...closedAccountScenarios('key', needKey), newKey(needKey)]],
  [
    '402 NEED_PURCHASE_CREDITS',
    [
      ...accountScenarios('credits', needCredits),
      {
        name: 'on a status query: Kiln queries the task again, because queries are free, and nothing is put on hold',
        at: 'query',
        shows: { phase: 'running', words: statusUnavailableText },
        sends: 'A',
        ends: 'done',
        charges: 1,
        also: (_setup, _task, { accounts }) => expect(accounts.every(({ hold }) => hold === null)).toBe(true)
      },
      {
        name: 'on a submission: tasks that cost as much are on hold until the user resumes, and cheaper tasks continue',
        at: 'submit',
        values: { prompt: 'six vases', imageNum: '6' },
        // The delays are long enough that Kiln doesn't retry automatically during the test.
        timeScale: 0.25,
        shows: { phase: 'held', words: needCredits, account: 'credits' },
        then: async (setup) => {
          const cheaper = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'one vase' } })
          await setup.until(cheaper.id, 'done')
          const asDear = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'six bowls', imageNum: '6' } })
          expect((await setup.until(asDear.id, 'held')).hold).toBe('credits')
          setup.studio.cancel(asDear.id)
          await setup.studio.resume()
        },
        sends: 'A B A',
        ends: 'done',
        charges: 2
      }
    ]
  ],
  ['403 NEED_SUBSCRIBE', closedAccountScenarios('subscription', needSubscription)],
  [
    '404 CAPABILITY_NOT_ENABLED',
    [
      {
        name: 'on an upload request: the task is rejected, and Kiln reads the contract again',
        at: 'upload',
        shows: { phase: 'refused', words: uploadRejectedText },
        sends: '',
        ends: 'refused',
        charges: 0,
        also: readsTheContractOnceMore
      },
      {
        name: 'on a submission: the task is rejected without a retry, and Kiln reads the contract again',
        at: 'submit',
        shows: { phase: 'refused', words: notOffered },
        sends: 'A',
        ends: 'refused',
        charges: 0,
        also: readsTheContractOnceMore
      },
      {
        name: 'on status queries: Kiln still follows the task until it’s done, and reads the contract again once',
        at: 'query',
        times: 3,
        shows: { phase: 'running', words: statusUnavailableText },
        sends: 'A',
        ends: 'done',
        charges: 1,
        also: readsTheContractOnceMore
      }
    ]
  ]
]

/** Waits until the contract has been read twice: at the start, and after the error. */
async function readsTheContractOnceMore(setup: Setup): Promise<void> {
  await waitFor(() => setup.callsTo('/capabilities') === 2 && setup.callsTo('/openapi.json') === 2)
}
