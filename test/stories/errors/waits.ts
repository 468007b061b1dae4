import { expect } from 'vitest'
import { standard } from '../open-story.ts'
import { notAnswered, notInRecentTasks, uploadTriedAgain } from './common-words.ts'
import type { ErrorStory, Words } from './error-story.ts'
import type { ErrorTable } from './tell-table.ts'

const fileNotReady: Words = [
  'The service has not finished taking in the file. Nothing was spent.',
  'Nothing to do: it is sent again in a moment, with the same key.'
]
const conflict: Words = [
  'The service knows this key with another content. Whether credits were spent is not known.',
  'Nothing to do: Kiln looks in the recent tasks, and does not send it again. If nothing shows up, only support can tell.'
]
const inProgress: Words = [
  'The service is still busy with this very submission. It is paid once.',
  'Nothing to do: Kiln asks again with the same key, so that it is made once.'
]
const uploadExpired: Words = ['The uploaded file had expired at the service. Nothing was spent.', 'Nothing to do: it is uploaded again.']
const slowDown: Words = ['The service asks us to slow down. Nothing was spent.', 'Nothing to do: it goes on when the service allows it.']
const noStore: Words = [
  'The service cannot reach its store of credentials. Whether this was taken and paid is not known yet.',
  'Nothing to do: Kiln tries once more with the same idempotency key, when the service allows it. Keep your API key.'
]
const stillNoStore: Words = [
  'The service could not reach its store of credentials, the second time too. Whether this was taken and paid is not known, so it is not sent again.',
  'Keep your API key. Send the support bundle to the service: it has the request id.'
]
const stillNoStoreForQuery: Words = [
  'The service could not reach its store of credentials, the second time too. The task itself is not touched by that, and is not sent again.',
  'Keep your API key. Look again later, or send the support bundle to the service: it has the request id.'
]
const stillNoStoreForUpload: Words = [
  'The file could not be uploaded. Nothing was made and nothing was spent.',
  'It was tried twice. Keep your API key, and send the support bundle to the service: it has the request id.'
]
const notAvailable: Words = [
  'The service, or something behind it, is not available right now. Whether this was taken is not known yet.',
  'Nothing to do: Kiln tries again with the same key, so that it is paid once.'
]
const nothingCertain: Words = [
  'The service gave an answer that says nothing certain. Whether it was taken is not known yet.',
  'Kiln looks in the recent tasks, then asks again with the same key, so that it is never paid twice.'
]
const notTaken: Words = [
  'The service did not take this. Nothing was made and nothing was spent.',
  'Read what the service said, mend it if you can, and send it again.'
]

const uploadIsTriedAgain: ErrorStory = {
  name: 'to the ticket of an upload: it is asked for again',
  at: 'upload',
  times: 2,
  shows: { phase: 'uploading', words: uploadTriedAgain },
  sends: 'A',
  ends: 'done',
  charges: 1,
  also: (story) => expect(story.callsTo('/files/upload')).toBe(3)
}
const queryIsAskedAgain: ErrorStory = {
  name: 'to questions about a task: the same task is asked about again',
  at: 'query',
  times: 3,
  shows: { phase: 'running', words: notAnswered },
  sends: 'A',
  ends: 'done',
  charges: 1
}
const recentIsReadAgain: ErrorStory = {
  name: 'to the recent tasks: they are read again, and the task is found there',
  at: 'recent',
  times: 2,
  shows: { phase: 'unconfirmed' },
  sends: 'A',
  ends: 'done',
  charges: 1
}

/** Down for a while: the same key again, and again, until there is an answer to it. */
const unavailable: readonly ErrorStory[] = [
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
    also: (story) => expect(story.practice.calls().filter(({ method }) => method === 'PUT')).toHaveLength(3)
  },
  {
    name: 'to the fetching of a result: its address is asked for anew, and it is fetched, paid once',
    at: 'result',
    times: 3,
    shows: {
      phase: 'collecting',
      words: [
        'The service finished this task, but the download failed. Downloading again costs nothing.',
        'You don’t need to do anything. Kiln tries again.'
      ]
    },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (story) => expect(story.practice.calls().filter(({ on }) => on === 'download').length).toBeGreaterThanOrEqual(4)
  }
]

/** 409 to 503: wait, and go on with the same key where that is allowed. After them what the section does not name. */
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
        also: (story) => expect(story.callsTo('/files/upload')).toBe(1)
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
        also: (story) => expect(story.callsTo('/files/upload')).toBe(2)
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
        also: (story, { attempt }) => {
          expect(attempt).toBe(2)
          expect(story.practice.calls().filter(({ method }) => method === 'PUT')).toHaveLength(2)
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
          'The uploaded file had expired at the service. Nothing was spent.',
          'It was uploaded again and again in vain. Send it again later; if it stays so, send the support bundle to the service.'
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
            'The uploaded file had expired at the service. Nothing was spent.',
            'Choose the file itself instead of an address, and send it again.'
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
        then: async (story) => {
          const other = await story.studio.submit({ capability: standard, values: { prompt: 'another vase' } })
          await story.until(other.id, 'done')
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
        also: (story) => {
          expect(story.callsTo('/files/upload')).toBe(2)
          expect(story.studio.account().hold).toBeNull()
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
        also: (story) => expect(story.studio.account().hold).toBeNull()
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
        then: async (story, { id }) => {
          const stopped = await story.until(id, 'support')
          expect([stopped.failure?.message, stopped.failure?.advice]).toEqual(stillNoStoreForQuery)
          story.studio.lookAgain(id)
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
        then: async (story, { id }) => {
          const stopped = await story.until(id, 'support')
          expect([stopped.failure?.message, stopped.failure?.advice]).toEqual(stillNoStore)
          story.studio.lookAgain(id)
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
