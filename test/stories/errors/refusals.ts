import { expect } from 'vitest'
import type { HoldReason } from '../../../shared/task.ts'
import { standard, waitFor, type Story } from '../open-story.ts'
import { notAnswered, uploadRefused } from './common-words.ts'
import type { ErrorStory, Words } from './error-story.ts'
import type { ErrorTable } from './tell-table.ts'

const badValues: Words = [
  'The service did not accept these values. Nothing was made and nothing was spent.',
  'Mend the fields named here and send it again.'
]

/** What is wrong with the request itself: never sent again unchanged. */
const badRequest: readonly ErrorStory[] = [
  {
    name: 'to the ticket of an upload: the task is refused, and nothing of it was sent',
    at: 'upload',
    shows: { phase: 'refused', words: uploadRefused },
    sends: '',
    ends: 'refused',
    charges: 0
  },
  {
    name: 'to a submission: the task is refused, sent once, and the form can be mended',
    at: 'submit',
    error: { details: [{ field: 'prompt', message: 'is about nothing' }] },
    shows: { phase: 'refused', words: badValues },
    sends: 'A',
    ends: 'refused',
    charges: 0,
    also: (_story, { failure, can }) => {
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

/** The account stands in the way: what is not sent waits, and goes on with the same key once a free call passes. */
function accountStories(reason: HoldReason, words: Words): readonly ErrorStory[] {
  return [
    {
      name: 'to the ticket of an upload: the task is held, and goes on by itself',
      at: 'upload',
      timeScale: 0.001,
      shows: { phase: 'held', words, account: reason },
      sends: 'A',
      ends: 'done',
      charges: 1
    },
    {
      name: 'to a submission: the task is held, and goes on by itself with the same key',
      at: 'submit',
      timeScale: 0.001,
      shows: { phase: 'held', words, account: reason },
      sends: 'A A',
      ends: 'done',
      charges: 1
    }
  ]
}

/** The same where even a question is not answered: what the service has is asked about once the account is mended. */
function closedAccountStories(reason: HoldReason, words: Words): readonly ErrorStory[] {
  return [
    ...accountStories(reason, words),
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

/** A submission that a new key of the person lets go on. */
const newKey = (words: Words): ErrorStory => ({
  name: 'to submission after submission: the task waits for a new key of the same account, and goes on with its own idempotency key',
  at: 'submit',
  times: 100,
  shows: { phase: 'held', words, account: 'key' },
  then: async (story) => {
    story.practice.faults.clear()
    await story.practice.account.change({ apiKey: 'practice_the_next_key' })
    await story.studio.connect({ baseUrl: story.practice.url, apiKey: 'practice_the_next_key' })
    // No task of the service could prove that this key belongs to the same account: the person says so.
    expect(story.studio.account().hold).toBe('account-changed')
    story.studio.confirmSameAccount()
    expect(story.studio.account().hold).toBeNull()
  },
  sends: 'A A',
  ends: 'done',
  charges: 1
})

const noKeySeen: Words = ['The service saw no API key. Nothing was spent.', 'Enter the key again; the task then goes on by itself.']
const keyUnreadable: Words = [
  'The service could not read the API key. Nothing was spent.',
  'Enter the key again, without blanks around it; the task then goes on by itself.'
]
const keyRevoked: Words = [
  'This key no longer works. Nothing was spent.',
  'Create a new key in the developer console and enter it here; the task then goes on by itself.'
]
const keyUndecryptable: Words = [
  'The service can no longer read what this key stands for. Nothing was spent.',
  'Create a new key in the developer console and enter it here; the task then goes on by itself.'
]
const signIn: Words = [
  'The service asks you to sign in to the account once. Nothing was spent.',
  'Sign in on the website. Your key stays as it is, and the task goes on by itself.'
]
const needKey: Words = [
  'The service asks for an API key. Nothing was spent.',
  'Enter a key of your account; the task then goes on by itself.'
]
const needCredits: Words = [
  'There are not enough credits for this. Nothing was spent.',
  'Add credits to the account, or choose something cheaper; the task then goes on by itself.'
]
const needSubscription: Words = [
  'The subscription has ended. Nothing was spent.',
  'Renew it; the key stays good, and everything goes on by itself.'
]
const notOffered: Words = [
  'The service does not offer this any more, or not to you. Nothing was spent.',
  'Look through the gallery, which has been read anew, for what is there now.'
]

/** 400 to 404: nothing was made. */
export const refusals: ErrorTable = [
  ['400 INVALID_JSON', badRequest],
  ['400 VALIDATION_ERROR', badRequest],
  ['401 AUTHENTICATION_REQUIRED', [...closedAccountStories('key', noKeySeen), newKey(noKeySeen)]],
  ['401 AUTHORIZATION_HEADER_INVALID', [...closedAccountStories('key', keyUnreadable), newKey(keyUnreadable)]],
  ['401 API_KEY_INVALID_OR_REVOKED', [...closedAccountStories('key', keyRevoked), newKey(keyRevoked)]],
  ['401 API_KEY_INVALID_CREDENTIAL', [...closedAccountStories('key', keyUndecryptable), newKey(keyUndecryptable)]],
  [
    '401 ACCOUNT_SESSION_REFRESH_REQUIRED',
    [
      ...closedAccountStories('sign-in', signIn),
      {
        name: 'until the person has signed in, and says so: the key stays as it is',
        at: 'submit',
        times: 100,
        shows: { phase: 'held', words: signIn, account: 'sign-in' },
        then: async (story) => {
          story.practice.faults.clear()
          await story.studio.resume()
        },
        sends: 'A A',
        ends: 'done',
        charges: 1
      }
    ]
  ],
  ['401 NEED_API_KEY', [...closedAccountStories('key', needKey), newKey(needKey)]],
  [
    '402 NEED_PURCHASE_CREDITS',
    [
      ...accountStories('credits', needCredits),
      {
        name: 'to a question about a task: it is asked again, since a question costs nothing, and nothing is held',
        at: 'query',
        shows: { phase: 'running', words: notAnswered },
        sends: 'A',
        ends: 'done',
        charges: 1,
        also: (_story, _task, { accounts }) => expect(accounts.every(({ hold }) => hold === null)).toBe(true)
      },
      {
        name: 'holds only what costs as much or more, until the person has added credits and says so; what is cheaper goes on',
        at: 'submit',
        values: { prompt: 'six vases', imageNum: '6' },
        // Long enough that nothing is tried by itself meanwhile.
        timeScale: 0.05,
        shows: { phase: 'held', words: needCredits, account: 'credits' },
        then: async (story) => {
          const cheaper = await story.studio.submit({ capability: standard, values: { prompt: 'one vase' } })
          await story.until(cheaper.id, 'done')
          const asDear = await story.studio.submit({ capability: standard, values: { prompt: 'six bowls', imageNum: '6' } })
          expect((await story.until(asDear.id, 'held')).hold).toBe('credits')
          story.studio.cancel(asDear.id)
          await story.studio.resume()
        },
        sends: 'A B A',
        ends: 'done',
        charges: 2
      }
    ]
  ],
  ['403 NEED_SUBSCRIBE', closedAccountStories('subscription', needSubscription)],
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

/** Once at the start, and once now. */
async function readsTheContractOnceMore(story: Story): Promise<void> {
  await waitFor(() => story.callsTo('/capabilities') === 2 && story.callsTo('/openapi.json') === 2)
}
