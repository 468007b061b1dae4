import { expect } from 'vitest'
import { standardImageGenerator } from '../open-setup.ts'
import { statusUnavailableText, notInRecentTasksText, uploadRetriedText } from './common-text.ts'
import type { ErrorScenario, ErrorTexts } from './error-scenario.ts'
import type { ErrorTable } from './test-error-table.ts'
import { failureMessageAndAdvice } from '../../shared/phrases/phrase-texts.ts'

const fileNotReady: ErrorTexts = ['The service is still processing the upload. Nothing was charged.', 'Kiln retries in a moment.']
const conflict: ErrorTexts = [
  'The service already has a different request for this task. It’s not yet known whether the task was charged.',
  'Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'
]
const inProgress: ErrorTexts = ['The service is still processing this request.', 'Kiln retries automatically. You’re never charged twice.']
const uploadExpired: ErrorTexts = ['The uploaded file has expired. Nothing was charged.', 'Kiln uploads the file again.']
const slowDown: ErrorTexts = ['The service is limiting requests. Nothing was charged.', 'Kiln retries when the service allows it.']
const noStore: ErrorTexts = [
  'The service can’t reach its credential store. It’s not yet known whether the task was charged.',
  'Kiln retries once. Don’t replace your API key.'
]
const stillNoStore: ErrorTexts = [
  'The service still can’t reach its credential store, so Kiln won’t send this task again. It’s not yet known whether the task was charged.',
  'Don’t replace your API key. Send the support bundle to the service.'
]
const stillNoStoreForQuery: ErrorTexts = [
  'The service still can’t reach its credential store. Checking again is free.',
  'Don’t replace your API key. Check again later, or send the support bundle to the service.'
]
const stillNoStoreForUpload: ErrorTexts = [
  'The file couldn’t be uploaded. Nothing was charged.',
  'Don’t replace your API key. Send the support bundle to the service.'
]
const notAvailable: ErrorTexts = [
  'The service is unavailable right now. It’s not yet known whether the task was charged.',
  'Kiln retries automatically. You’re never charged twice.'
]
const nothingCertain: ErrorTexts = [
  'The response was inconclusive. It’s not yet known whether the task was charged.',
  'Kiln checks the recent tasks, then retries. You’re never charged twice.'
]
const notTaken: ErrorTexts = [
  'The service rejected this. Nothing was charged.',
  'Read the service’s message, fix the problem if you can, then send again.'
]

const uploadIsTriedAgain: ErrorScenario = {
  name: 'on upload requests: Kiln retries until one is accepted',
  at: 'upload',
  times: 2,
  shows: { phase: 'uploading', words: uploadRetriedText },
  sends: 'A',
  ends: 'done',
  charges: 1,
  also: (setup) => expect(setup.callsTo('/files/upload')).toBe(3)
}
const queryIsAskedAgain: ErrorScenario = {
  name: 'on status queries: Kiln queries the same task again',
  at: 'query',
  times: 3,
  shows: { phase: 'running', words: statusUnavailableText },
  sends: 'A',
  ends: 'done',
  charges: 1
}
const recentIsReadAgain: ErrorScenario = {
  name: 'on requests for the recent tasks: Kiln retries and finds the task',
  at: 'recent',
  times: 2,
  shows: { phase: 'unconfirmed' },
  sends: 'A',
  ends: 'done',
  charges: 1
}

/** The service is temporarily unavailable. Kiln retries with the same idempotency key until the service responds. */
const unavailable: readonly ErrorScenario[] = [
  uploadIsTriedAgain,
  {
    name: 'on submissions that weren’t accepted: Kiln retries with the same idempotency key',
    at: 'submit',
    times: 2,
    shows: { phase: 'submitting', words: notAvailable },
    sends: 'A A A',
    ends: 'done',
    charges: 1
  },
  {
    name: 'on an accepted submission: the same idempotency key returns the same task, charged once',
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
    name: 'on file transfers to storage: Kiln transfers the file again',
    at: 'transfer',
    times: 2,
    shows: { phase: 'uploading', words: uploadRetriedText },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.practice.calls().filter(({ method }) => method === 'PUT')).toHaveLength(3)
  },
  {
    name: 'on result downloads: Kiln requests a new address and downloads the result, charged once',
    at: 'result',
    times: 3,
    shows: {
      phase: 'collecting',
      words: ['The service finished this task, but the download failed. Downloading again is free.', 'Kiln retries the download.']
    },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.practice.calls().filter(({ on }) => on === 'download').length).toBeGreaterThanOrEqual(4)
  }
]

/**
 * Scenarios of errors 409 to 503. Kiln waits, then retries with the same idempotency key if that is allowed. Error types that section 7
 * doesn't list come last.
 */
export const waitScenarios: ErrorTable = [
  [
    '409 UPLOAD_NOT_READY',
    [
      uploadIsTriedAgain,
      {
        name: 'on a submission: Kiln retries with the same idempotency key after Retry-After',
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
        name: 'on eight submissions: Kiln uploads the file again and uses a new idempotency key, because each rejection was definite',
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
        name: 'on a submission: a task in the recent tasks is found and never sent again',
        at: 'submit',
        error: { workIsDone: true },
        shows: { phase: 'unconfirmed', words: conflict },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on a submission: a task missing from the recent tasks is left to support after ten minutes and never sent again',
        at: 'submit',
        timeScale: 0.0005,
        shows: { phase: 'unconfirmed', words: conflict },
        sends: 'A',
        ends: 'support',
        endsWith: notInRecentTasksText,
        charges: 0
      }
    ]
  ],
  [
    '409 IDEMPOTENCY_IN_PROGRESS',
    [
      {
        name: 'on a submission: Kiln retries with the same idempotency key after Retry-After',
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
        name: 'on a submission: Kiln uploads the file again and sends a new body with a new idempotency key',
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
        name: 'on every submission: the task is rejected after five idempotency keys, and nothing is charged',
        at: 'submit',
        hasFile: true,
        times: 100,
        shows: { phase: 'uploading', words: uploadExpired },
        sends: 'A B C D E',
        ends: 'refused',
        endsWith: [
          'The uploaded file has expired. Nothing was charged.',
          'Send the task again later. If the upload keeps failing, send the support bundle to the service.'
        ],
        charges: 0
      },
      {
        name: 'on a submission with an image URL: the task is rejected, because Kiln can’t upload the image again',
        at: 'submit',
        values: { prompt: 'a vase', imageUrl: 'https://pictures.example/vase.png' },
        shows: {
          phase: 'refused',
          words: ['The uploaded file has expired. Nothing was charged.', 'Choose a file instead of entering an address, then send again.']
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
        name: 'on a submission: Kiln retries with the same idempotency key after Retry-After and sends no other task before that',
        at: 'submit',
        error: { retryAfterInSeconds: 20 },
        shows: { phase: 'submitting', words: slowDown },
        then: async (setup) => {
          const other = await setup.studio.submit({ capability: standardImageGenerator, values: { prompt: 'another vase' } })
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
        name: 'on one upload request: Kiln retries it after Retry-After',
        at: 'upload',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'uploading', words: uploadRetriedText },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on two upload requests: the task is rejected, and the API key is kept',
        at: 'upload',
        times: 100,
        shows: { phase: 'uploading', words: uploadRetriedText },
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
        name: 'on one submission: Kiln retries with the same idempotency key after Retry-After',
        at: 'submit',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'submitting', words: noStore },
        sends: 'A A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on two submissions: the task is left to support with its request ID and idempotency key and never sent again',
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
        name: 'on one status query: Kiln queries the task again',
        at: 'query',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'running', words: statusUnavailableText },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on two status queries: the task is left to support until the user checks again',
        at: 'query',
        times: 2,
        shows: { phase: 'running', words: statusUnavailableText },
        then: async (setup, { id }) => {
          const stopped = await setup.until(id, 'support')
          expect(failureMessageAndAdvice(stopped.failure)).toEqual(stillNoStoreForQuery)
          setup.studio.checkNow(id)
        },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on one request for the recent tasks: Kiln retries it and finds the task',
        at: 'recent',
        error: { retryAfterInSeconds: 2 },
        shows: { phase: 'unconfirmed', words: noStore },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on two requests for the recent tasks: the task is left to support until the user checks again',
        at: 'recent',
        times: 2,
        shows: { phase: 'unconfirmed', words: noStore },
        then: async (setup, { id }) => {
          const stopped = await setup.until(id, 'support')
          expect(failureMessageAndAdvice(stopped.failure)).toEqual(stillNoStore)
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
        name: 'on a submission: the task is rejected, because a 4xx is a definite rejection',
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
        name: 'on a submission that wasn’t accepted: Kiln checks the recent tasks, then retries with the same idempotency key',
        at: 'submit',
        shows: { phase: 'unconfirmed', words: nothingCertain },
        sends: 'A A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on an accepted submission: the task is found in the recent tasks',
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
