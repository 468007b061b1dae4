import { expect } from 'vitest'
import { standard } from '../open-setup.ts'
import { notAnswered, notInRecentTasks, uploadTriedAgain } from './common-text.ts'
import type { ErrorScenario, Words } from './error-scenario.ts'
import type { ErrorTable } from './test-table.ts'

const fileNotReady: Words = [
  'The service is still processing the upload. Nothing was charged.',
  'No action needed. Kiln sends the task again in a moment.'
]
const conflict: Words = [
  'The service already has a different request with this idempotency key. It’s not known whether credits were charged.',
  'No action needed. Kiln checks the recent tasks and won’t send this task again. If it isn’t found, send the support bundle to the service.'
]
const inProgress: Words = [
  'The service is still processing this request. You’re only charged once.',
  'No action needed. Kiln retries. The result is only generated once.'
]
const uploadExpired: Words = [
  'The uploaded file expired at the service. Nothing was charged.',
  'No action needed. Kiln uploads the file again.'
]
const slowDown: Words = [
  'The service is limiting requests. Nothing was charged.',
  'No action needed. The task resumes when the service allows it.'
]
const noStore: Words = [
  'The service can’t reach its credential store. It’s not yet known whether the task was accepted or charged.',
  'No action needed. Kiln retries once when the service allows it. Don’t replace your API key.'
]
const stillNoStore: Words = [
  'The service still couldn’t reach its credential store. It’s not known whether the task was accepted or charged. Kiln won’t send the task again.',
  'Don’t replace your API key. Send the support bundle to the service.'
]
const stillNoStoreForQuery: Words = [
  'The service still couldn’t reach its credential store. The task isn’t affected. Kiln won’t send it again.',
  'Don’t replace your API key. Check again later. You can also send the support bundle to the service.'
]
const stillNoStoreForUpload: Words = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'Two attempts failed. Don’t replace your API key. Send the support bundle to the service.'
]
const notAvailable: Words = [
  'The service, or something it depends on, is unavailable right now. It’s not yet known whether the request was accepted.',
  'No action needed. Kiln retries. You’re never charged twice.'
]
const nothingCertain: Words = [
  'The response was inconclusive. It’s not yet known whether the request was accepted.',
  'Kiln checks the recent tasks, then retries. You’re never charged twice.'
]
const notTaken: Words = [
  'The service rejected this. Nothing was generated or charged.',
  'Read the service’s message, fix the problem if you can, then send again.'
]

const uploadIsTriedAgain: ErrorScenario = {
  name: 'to the ticket of an upload: it is asked for again',
  at: 'upload',
  times: 2,
  shows: { phase: 'uploading', words: uploadTriedAgain },
  sends: 'A',
  ends: 'done',
  charges: 1,
  also: (setup) => expect(setup.callsTo('/files/upload')).toBe(3)
}
const queryIsAskedAgain: ErrorScenario = {
  name: 'to questions about a task: the same task is asked about again',
  at: 'query',
  times: 3,
  shows: { phase: 'running', words: notAnswered },
  sends: 'A',
  ends: 'done',
  charges: 1
}
const recentIsReadAgain: ErrorScenario = {
  name: 'to the recent tasks: they are read again, and the task is found there',
  at: 'recent',
  times: 2,
  shows: { phase: 'unconfirmed' },
  sends: 'A',
  ends: 'done',
  charges: 1
}

/** The service is temporarily unavailable. The same key is sent until there is a response. */
const unavailable: readonly ErrorScenario[] = [
  uploadIsTriedAgain,
  {
    name: 'to submissions that were not taken: the same key is sent again until one is',
    at: 'submit',
    times: 2,
    shows: { phase: 'submitting', words: notAvailable },
    sends: 'A A A',
    ends: 'done',
    charges: 1
  },
  {
    name: 'to a submission that was taken: the same key brings the same task, paid once',
    at: 'submit',
    error: { workIsDone: true, retryAfterInSeconds: 2 },
    shows: { phase: 'submitting', words: notAvailable },
    sends: 'A A',
    ends: 'done',
    charges: 1
  },
  queryIsAskedAgain,
  recentIsReadAgain,
  {
    name: 'to a file on its way to storage: it is sent again',
    at: 'transfer',
    times: 2,
    shows: { phase: 'uploading', words: uploadTriedAgain },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.practice.calls().filter(({ method }) => method === 'PUT')).toHaveLength(3)
  },
  {
    name: 'to the fetching of a result: its address is asked for anew, and it is fetched, paid once',
    at: 'result',
    times: 3,
    shows: {
      phase: 'collecting',
      words: [
        'The service finished this task, but the download failed. Downloading again is free.',
        'No action needed. Kiln retries the download.'
      ]
    },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.practice.calls().filter(({ on }) => on === 'download').length).toBeGreaterThanOrEqual(4)
  }
]

/** Errors 409 to 503: Kiln waits, and resumes with the same key if allowed. Errors that section 7 doesn't name follow. */
export const waits: ErrorTable = [
  [
    '409 UPLOAD_NOT_READY',
    [
      uploadIsTriedAgain,
      {
        name: 'to a submission: the same key is sent again, after the time that was told',
        at: 'submit',
        hasFile: true,
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'submitting', words: fileNotReady },
        sends: 'A A',
        ends: 'done',
        charges: 1,
        also: (setup) => expect(setup.callsTo('/files/upload')).toBe(1)
      },
      {
        name: 'to eight submissions: the file is sent anew, under a new key, since each was a definite refusal',
        at: 'submit',
        hasFile: true,
        times: 8,
        timeScale: 0.001,
        shows: { phase: 'submitting', words: fileNotReady },
        sends: 'A A A A A A A A B',
        ends: 'done',
        charges: 1,
        also: (setup) => expect(setup.callsTo('/files/upload')).toBe(2)
      }
    ]
  ],
  [
    '409 IDEMPOTENCY_CONFLICT',
    [
      {
        name: 'to a submission that is among the recent tasks: found there, never sent again',
        at: 'submit',
        error: { workIsDone: true },
        shows: { phase: 'unconfirmed', words: conflict },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to a submission that is not among them: left to support after ten minutes, never sent again',
        at: 'submit',
        timeScale: 0.0005,
        shows: { phase: 'unconfirmed', words: conflict },
        sends: 'A',
        ends: 'support',
        endsWith: notInRecentTasks,
        charges: 0
      }
    ]
  ],
  [
    '409 IDEMPOTENCY_IN_PROGRESS',
    [
      {
        name: 'to a submission: the same key is sent again, after the time that was told',
        at: 'submit',
        error: { retryAfterInSeconds: 2, workIsDone: true },
        shows: { phase: 'submitting', words: inProgress },
        sends: 'A A',
        ends: 'done',
        charges: 1
      }
    ]
  ],
  [
    '410 UPLOAD_EXPIRED',
    [
      uploadIsTriedAgain,
      {
        name: 'to a submission: a new upload, a new body, a new key',
        at: 'submit',
        hasFile: true,
        shows: { phase: 'uploading', words: uploadExpired },
        sends: 'A B',
        ends: 'done',
        charges: 1,
        also: (setup, { attempt }) => {
          expect(attempt).toBe(2)
          expect(setup.practice.calls().filter(({ method }) => method === 'PUT')).toHaveLength(2)
        }
      },
      {
        name: 'to every submission: refused after five keys, and nothing was spent',
        at: 'submit',
        hasFile: true,
        times: 100,
        shows: { phase: 'uploading', words: uploadExpired },
        sends: 'A B C D E',
        ends: 'refused',
        endsWith: [
          'The uploaded file expired at the service. Nothing was charged.',
          'The upload failed several times. Send the task again later. If the upload keeps failing, send the support bundle to the service.'
        ],
        charges: 0
      },
      {
        name: 'to a submission whose picture is an address that was typed: refused, since that cannot be uploaded anew',
        at: 'submit',
        values: { prompt: 'a vase', imageUrl: 'https://pictures.example/vase.png' },
        shows: {
          phase: 'refused',
          words: [
            'The uploaded file expired at the service. Nothing was charged.',
            'Choose a file instead of entering an address, then send again.'
          ]
        },
        sends: 'A',
        ends: 'refused',
        charges: 0
      }
    ]
  ],
  [
    '429 RATE_LIMITED',
    [
      uploadIsTriedAgain,
      {
        name: 'to a submission: the same key is sent again after the time that was told, and no other task is sent before that',
        at: 'submit',
        error: { retryAfterInSeconds: 20 },
        shows: { phase: 'submitting', words: slowDown },
        then: async (setup) => {
          const other = await setup.studio.submit({ capability: standard, values: { prompt: 'another vase' } })
          await setup.until(other.id, 'done')
        },
        sends: ['A A B', 'A B A'],
        ends: 'done',
        charges: 2
      },
      { ...queryIsAskedAgain, error: { retryAfterInSeconds: 2 } },
      recentIsReadAgain
    ]
  ],
  [
    '503 CREDENTIAL_STORAGE_UNAVAILABLE',
    [
      {
        name: 'to the ticket of an upload, once: it is asked for once more, after the time that was told',
        at: 'upload',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'uploading', words: uploadTriedAgain },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to the ticket of an upload, twice: refused, with the key kept',
        at: 'upload',
        times: 100,
        shows: { phase: 'uploading', words: uploadTriedAgain },
        sends: '',
        ends: 'refused',
        endsWith: stillNoStoreForUpload,
        charges: 0,
        also: (setup) => {
          expect(setup.callsTo('/files/upload')).toBe(2)
          expect(setup.studio.account().hold).toBeNull()
        }
      },
      {
        name: 'to a submission, once: the same key is sent once more, after the time that was told',
        at: 'submit',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'submitting', words: noStore },
        sends: 'A A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to a submission, twice: left to support with the request id and the key, never sent again',
        at: 'submit',
        times: 100,
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'submitting', words: noStore },
        sends: 'A A',
        ends: 'support',
        endsWith: stillNoStore,
        charges: 0,
        also: (setup) => expect(setup.studio.account().hold).toBeNull()
      },
      {
        name: 'to a question about a task, once: it is asked once more',
        at: 'query',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'running', words: notAnswered },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to a question about a task, twice: left to support, until the person has it looked at again',
        at: 'query',
        times: 2,
        shows: { phase: 'running', words: notAnswered },
        then: async (setup, { id }) => {
          const stopped = await setup.until(id, 'support')
          expect([stopped.failure?.message, stopped.failure?.advice]).toEqual(stillNoStoreForQuery)
          setup.studio.checkNow(id)
        },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to the recent tasks, once: they are read once more, and the task is found there',
        at: 'recent',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'unconfirmed', words: noStore },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to the recent tasks, twice: left to support, never sent again, until the person has it looked for again',
        at: 'recent',
        times: 2,
        shows: { phase: 'unconfirmed', words: noStore },
        then: async (setup, { id }) => {
          const stopped = await setup.until(id, 'support')
          expect([stopped.failure?.message, stopped.failure?.advice]).toEqual(stillNoStore)
          setup.studio.checkNow(id)
        },
        sends: 'A',
        ends: 'done',
        charges: 1
      }
    ]
  ],
  ['503 *_SERVICE_UNAVAILABLE', unavailable],
  ['502 UPSTREAM_*', unavailable],
  [
    '418 SOMETHING_NEW',
    [
      {
        name: 'to a submission: refused, since a 4xx is a definite no',
        at: 'submit',
        shows: { phase: 'refused', words: notTaken },
        sends: 'A',
        ends: 'refused',
        charges: 0
      },
      queryIsAskedAgain
    ]
  ],
  [
    '500 SOMETHING_NEW',
    [
      uploadIsTriedAgain,
      {
        name: 'to a submission that was not taken: looked for, then the same key is sent again',
        at: 'submit',
        shows: { phase: 'unconfirmed', words: nothingCertain },
        sends: 'A A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'to a submission that was taken: found among the recent tasks',
        at: 'submit',
        error: { workIsDone: true },
        shows: { phase: 'unconfirmed', words: nothingCertain },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      queryIsAskedAgain,
      recentIsReadAgain
    ]
  ]
]
