import { expect } from 'vitest'
import type { HoldReason } from '../../../shared/task.ts'
import { standard, waitFor, type Setup } from '../open-setup.ts'
import { notAnswered, uploadRefused } from './common-text.ts'
import type { ErrorScenario, Words } from './error-scenario.ts'
import type { ErrorTable } from './test-table.ts'

const badValues: Words = [
  'The service rejected these values. Nothing was generated or charged.',
  'Fix the fields listed here and send again.'
]

/** The request itself is invalid. It is never sent again unchanged. */
const badRequest: readonly ErrorScenario[] = [
  {
    name: 'to the ticket of an upload: the task is refused, and nothing of it was sent',
    at: 'upload',
    shows: { phase: 'refused', words: uploadRefused },
    sends: '',
    ends: 'refused',
    charges: 0
  },
  {
    name: 'to a submission: the task is refused, sent once, and the form can be fixed',
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
    name: 'to a question about a task: the task is followed to its end all the same',
    at: 'query',
    times: 3,
    shows: { phase: 'running', words: notAnswered },
    sends: 'A',
    ends: 'done',
    charges: 1
  },
  {
    name: 'to the recent tasks: the key itself is asked, since such a list is of no use',
    at: 'recent',
    times: 5,
    shows: { phase: 'unconfirmed' },
    sends: 'A A',
    ends: 'done',
    charges: 1
  }
]

/** The account is on hold. Unsent tasks wait, and resume with the same key once a free call succeeds. */
function accountScenarios(reason: HoldReason, words: Words): readonly ErrorScenario[] {
  return [
    {
      name: 'to the ticket of an upload: the task is held, and resumes automatically',
      at: 'upload',
      timeScale: 0.001,
      shows: { phase: 'held', words, account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    },
    {
      name: 'to a submission: the task is held, and resumes automatically with the same key',
      at: 'submit',
      timeScale: 0.001,
      shows: { phase: 'held', words, account: reason },
      sends: 'A A',
      ends: 'done',
      charges: 1
    }
  ]
}

/** Like `accountScenarios`, but queries fail too. Tasks at the service are checked once the account is fixed. */
function closedAccountScenarios(reason: HoldReason, words: Words): readonly ErrorScenario[] {
  return [
    ...accountScenarios(reason, words),
    {
      name: 'to a question about a task: the account is held, the task stays with the service and is followed afterwards',
      at: 'query',
      timeScale: 0.001,
      shows: { phase: 'running', words: null, account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    },
    {
      name: 'to the recent tasks: the account is held, and they are read afterwards',
      at: 'recent',
      timeScale: 0.001,
      shows: { phase: 'unconfirmed', account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    }
  ]
}

/** A submission that resumes after the user enters a new key. */
const newKey = (words: Words): ErrorScenario => ({
  name: 'to submission after submission: the task waits for a new key of the same account, and goes on with its own idempotency key',
  at: 'submit',
  times: 100,
  shows: { phase: 'held', words, account: 'key' },
  then: async (setup) => {
    setup.practice.faults.clear()
    await setup.practice.account.change({ apiKey: 'practice_the_next_key' })
    await setup.studio.connect({ baseUrl: setup.practice.url, apiKey: 'practice_the_next_key' })
    // The service's tasks don't prove that this key belongs to the same account. The user therefore confirms it.
    expect(setup.studio.account().hold).toBe('account-changed')
    setup.studio.confirmSameAccount()
    expect(setup.studio.account().hold).toBeNull()
  },
  sends: 'A A',
  ends: 'done',
  charges: 1
})

const noKeySeen: Words = [
  'The service didn’t receive an API key. Nothing was charged.',
  'Enter the key again. Kiln then resumes automatically.'
]
const keyUnreadable: Words = [
  'The service couldn’t read the API key. Nothing was charged.',
  'Enter the key again without spaces. Kiln then resumes automatically.'
]
const keyRevoked: Words = [
  'This key no longer works. Nothing was charged.',
  'Create a key in the developer console, then replace the current key. Kiln then resumes automatically.'
]
const keyUndecryptable: Words = [
  'The service can no longer read the credentials for this key. Nothing was charged.',
  'Create a key in the developer console, then replace the current key. Kiln then resumes automatically.'
]
const signIn: Words = [
  'The service requires you to sign in again. Nothing was charged.',
  'Sign in on the service’s website. Kiln then resumes automatically. Your key stays the same.'
]
const needKey: Words = ['The service needs an API key. Nothing was charged.', 'Enter an API key. Kiln then resumes automatically.']
const needCredits: Words = [
  'Not enough credits for this task. Nothing was charged.',
  'Add credits. Kiln then resumes automatically. You can also choose something cheaper.'
]
const needSubscription: Words = [
  'The subscription has ended. Nothing was charged.',
  'Renew the subscription. Kiln then resumes automatically. Your key stays the same.'
]
const notOffered: Words = [
  'The service doesn’t offer this capability to your account. Nothing was charged.',
  'The Gallery has been updated. Choose another capability there.'
]

/** Errors 400 to 404. After these, nothing was made. */
export const refusals: ErrorTable = [
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
        name: 'until the person has signed in, and says so: the key stays as it is',
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
        name: 'to a question about a task: it is asked again, since a question costs nothing, and nothing is held',
        at: 'query',
        shows: { phase: 'running', words: notAnswered },
        sends: 'A',
        ends: 'done',
        charges: 1,
        also: (_setup, _task, { accounts }) => expect(accounts.every(({ hold }) => hold === null)).toBe(true)
      },
      {
        name: 'holds only what costs as much or more, until the person has added credits and says so; what is cheaper goes on',
        at: 'submit',
        values: { prompt: 'six vases', imageNum: '6' },
        // The waits are long enough that nothing is retried automatically during the test.
        timeScale: 0.25,
        shows: { phase: 'held', words: needCredits, account: 'credits' },
        then: async (setup) => {
          const cheaper = await setup.studio.submit({ capability: standard, values: { prompt: 'one vase' } })
          await setup.until(cheaper.id, 'done')
          const asDear = await setup.studio.submit({ capability: standard, values: { prompt: 'six bowls', imageNum: '6' } })
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
        name: 'to the ticket of an upload: the task is refused, and what there is is read anew',
        at: 'upload',
        shows: { phase: 'refused', words: uploadRefused },
        sends: '',
        ends: 'refused',
        charges: 0,
        also: readsTheContractOnceMore
      },
      {
        name: 'to a submission: the task is refused, sent once, and what there is is read anew',
        at: 'submit',
        shows: { phase: 'refused', words: notOffered },
        sends: 'A',
        ends: 'refused',
        charges: 0,
        also: readsTheContractOnceMore
      },
      {
        name: 'to questions about a task: it is followed to its end all the same, and what there is is read anew, once',
        at: 'query',
        times: 3,
        shows: { phase: 'running', words: notAnswered },
        sends: 'A',
        ends: 'done',
        charges: 1,
        also: readsTheContractOnceMore
      }
    ]
  ]
]

/** Checks that the contract was read twice: once at the start, and once after the error. */
async function readsTheContractOnceMore(setup: Setup): Promise<void> {
  await waitFor(() => setup.callsTo('/capabilities') === 2 && setup.callsTo('/openapi.json') === 2)
}
