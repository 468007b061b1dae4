import { expect } from 'vitest'
import { recoveryHints } from '../../../shared/task/fault.ts'
import {
  checkingStatusText,
  searchingRecentTasksText,
  statusUnavailableText,
  notInRecentTasksText,
  unknownOutcomeSupportText,
  statusTimeoutText,
  uploadSupportText
} from './common-text.ts'
import type { ErrorScenario, ErrorTexts } from './error-scenario.ts'
import type { ErrorTable } from './test-error-table.ts'
import { failureMessageAndAdvice, failureSentences } from '../../shared/phrases/phrase-texts.ts'

const [getRecentTasks, queryTaskId, contactSupport] = recoveryHints

const notWrittenDown: ErrorTexts = [
  'The service doesn’t know yet whether it saved this task. You’re never charged twice.',
  'Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'
]
const notFound: ErrorTexts = [
  'The service can’t find this task right now. You’re never charged twice.',
  'Kiln keeps checking this task. If it stays unconfirmed, send the support bundle to the service.'
]
const doesNotAddUp: ErrorTexts = [
  'The service found a billing inconsistency. It’s not yet known whether the task was charged.',
  'Kiln won’t send this task again. Send the support bundle to the service.'
]
const noFullAnswer: ErrorTexts = [
  'The service accepted this task but hasn’t sent a complete response yet. You’re never charged twice.',
  'Kiln keeps checking this task.'
]

/** Time scale at which ten minutes take 300 ms. Kiln checks unconfirmed tasks for ten minutes. */
const tenMinutes = 0.0005

/** Scenarios for each hint at each call. All three unknown-outcome errors have the same effects. */
const unknownOutcome: readonly ErrorScenario[] = [
  {
    name: 'on a submission without a hint: the task is found in the recent tasks and never sent again',
    at: 'submit',
    error: { workIsDone: true },
    shows: { phase: 'unconfirmed', words: searchingRecentTasksText },
    sends: 'A',
    ends: 'done',
    charges: 1
  },
  {
    name: 'on a submission without a hint: a task that isn’t found is left to support after ten minutes and never sent again',
    at: 'submit',
    timeScale: tenMinutes,
    shows: { phase: 'unconfirmed', words: searchingRecentTasksText },
    sends: 'A',
    ends: 'support',
    endsWith: notInRecentTasksText,
    charges: 0
  },
  {
    name: `on a submission with ${getRecentTasks}: the task is found in the recent tasks`,
    at: 'submit',
    error: { workIsDone: true, recovery: getRecentTasks },
    shows: { phase: 'unconfirmed', words: searchingRecentTasksText },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.callsTo('/tasks/recent')).toBe(2)
  },
  {
    name: `on a submission with ${getRecentTasks} and a task ID: Kiln reads the recent tasks and follows the task`,
    at: 'submit',
    error: { workIsDone: true, recovery: getRecentTasks, taskId: 'own' },
    shows: { phase: 'running', words: searchingRecentTasksText },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.callsTo('/tasks/recent')).toBe(2)
  },
  {
    name: `on a submission with ${queryTaskId}: Kiln queries the task by its ID`,
    at: 'submit',
    error: { workIsDone: true, recovery: queryTaskId, taskId: 'own' },
    shows: { phase: 'running', words: checkingStatusText },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.callsTo('/tasks/recent')).toBe(1)
  },
  {
    name: `on a submission with ${contactSupport}: the task is left to support at once, with its idempotency key and business ID`,
    at: 'submit',
    error: { workIsDone: true, recovery: contactSupport, businessId: 'biz_77' },
    shows: { phase: 'support', words: unknownOutcomeSupportText },
    sends: 'A',
    ends: 'support',
    charges: 1,
    also: (setup, { id }) => expect(setup.studio.supportBundle(id)).toContain('Business ID: biz_77')
  },
  {
    name: 'on status queries: Kiln queries the same task again and reads the recent tasks',
    at: 'query',
    times: 2,
    shows: { phase: 'running', words: searchingRecentTasksText },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.callsTo('/tasks/recent')).toBe(2)
  },
  {
    name: `on status queries with ${queryTaskId}: Kiln queries the same task again`,
    at: 'query',
    times: 2,
    error: { recovery: queryTaskId },
    shows: { phase: 'running', words: checkingStatusText },
    sends: 'A',
    ends: 'done',
    charges: 1
  },
  {
    name: `on a status query with ${contactSupport}: the task is left to support at once, with its business ID`,
    at: 'query',
    error: { recovery: contactSupport, businessId: 'biz_78' },
    shows: { phase: 'support', words: unknownOutcomeSupportText },
    sends: 'A',
    ends: 'support',
    charges: 1,
    also: (setup, { id, taskId }) => {
      expect(setup.studio.supportBundle(id)).toContain('Business ID: biz_78')
      expect(setup.studio.supportBundle(id)).toContain(`Task ID: ${taskId}`)
    }
  },
  {
    name: 'on every status query: the task is left to support after ten minutes and never sent again',
    at: 'query',
    times: 100_000,
    timeScale: tenMinutes,
    shows: { phase: 'running', words: searchingRecentTasksText },
    sends: 'A',
    ends: 'support',
    endsWith: statusTimeoutText,
    charges: 1
  }
]

/** Members of the response body that may contain a hint. */
const placesOfHints: readonly (readonly [place: string, also: (hint: string) => { readonly [name: string]: unknown }])[] = [
  ['recovery', (hint) => ({ recovery: hint })],
  ['recoveryHint', (hint) => ({ recoveryHint: hint })],
  ['hint', (hint) => ({ hint })],
  ['action', (hint) => ({ action: hint })],
  ['a field of details', (hint) => ({ details: { recovery: hint } })],
  ['a list of details', (hint) => ({ details: [{ field: 'billing', message: `Please ${hint}.` }] })],
  ['message', (hint) => ({ message: `The outcome is not known: ${hint}.` })],
  ['an error object', (hint) => ({ error: { recovery: hint } })]
]

/** Scenarios for each hint in each location of the response body. */
export const hintLocationScenarios: readonly ErrorScenario[] = placesOfHints.flatMap(([place, also]): readonly ErrorScenario[] => [
  {
    name: `with ${getRecentTasks} in ${place}: the task is found in the recent tasks`,
    at: 'submit',
    error: { workIsDone: true, also: also(getRecentTasks) },
    shows: { phase: 'unconfirmed' },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup) => expect(setup.callsTo('/tasks/recent')).toBe(2)
  },
  {
    name: `with ${queryTaskId} in ${place}: Kiln queries the task by its ID`,
    at: 'submit',
    error: { workIsDone: true, taskId: 'own', also: also(queryTaskId) },
    shows: { phase: 'running' },
    sends: 'A',
    ends: 'done',
    charges: 1,
    also: (setup, _task, { tasks }) => {
      expect(setup.callsTo('/tasks/recent')).toBe(1)
      expect(tasks.some(({ failure }) => failureSentences(failure).advice === checkingStatusText[1])).toBe(true)
    }
  },
  {
    name: `with ${contactSupport} in ${place}: the task is left to support at once`,
    at: 'submit',
    error: { workIsDone: true, businessId: 'biz_79', also: also(contactSupport) },
    shows: { phase: 'support' },
    sends: 'A',
    ends: 'support',
    endsWith: unknownOutcomeSupportText,
    charges: 1,
    also: (setup, { id }) => {
      expect(setup.callsTo('/tasks/recent')).toBe(1)
      expect(setup.studio.supportBundle(id)).toContain('Business ID: biz_79')
    }
  }
])

const askedAgain: readonly ErrorScenario[] = [
  {
    name: 'on status queries: Kiln queries the same task again',
    at: 'query',
    times: 3,
    error: { retryAfterInSeconds: 2 },
    shows: { phase: 'running', words: statusUnavailableText },
    sends: 'A',
    ends: 'done',
    charges: 1
  },
  {
    name: 'on an accepted submission: the task is found in the recent tasks and never sent again',
    at: 'submit',
    error: { workIsDone: true },
    shows: { phase: 'unconfirmed', words: noFullAnswer },
    sends: 'A',
    ends: 'done',
    charges: 1
  }
]

/** Scenarios of errors 503, 404 and 502 whose outcome may be unknown. A task that was charged is never sent again. */
export const unknownOutcomeScenarios: ErrorTable = [
  ['503 SUBMISSION_OUTCOME_UNKNOWN', unknownOutcome],
  ['503 BILLING_OUTCOME_UNKNOWN', unknownOutcome],
  ['503 REFUND_OUTCOME_UNKNOWN', unknownOutcome],
  [
    '503 TASK_PERSISTENCE_UNCERTAIN',
    [
      {
        name: 'on a submission with a task ID: Kiln follows the task until it’s done and never sends it again',
        at: 'submit',
        error: { workIsDone: true, taskId: 'own', retryAfterInSeconds: 2 },
        shows: { phase: 'running', words: notWrittenDown },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on a submission without a task ID: the task is found in the recent tasks and never sent again',
        at: 'submit',
        error: { workIsDone: true },
        shows: { phase: 'unconfirmed', words: notWrittenDown },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on a submission with an unknown task ID: the task is left to support after ten minutes, with that ID',
        at: 'submit',
        timeScale: tenMinutes,
        error: { taskId: 'task_unknown' },
        shows: { phase: 'running', words: notWrittenDown },
        sends: 'A',
        ends: 'support',
        endsWith: statusTimeoutText,
        charges: 0,
        also: (setup, { id }) => expect(setup.studio.supportBundle(id)).toContain('Task ID: task_unknown')
      },
      {
        name: 'on a few status queries: Kiln follows the task until it’s done',
        at: 'query',
        times: 3,
        shows: { phase: 'running', words: notWrittenDown },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on every status query: the task is left to support after ten minutes and never sent again',
        at: 'query',
        times: 100_000,
        timeScale: tenMinutes,
        shows: { phase: 'running', words: notWrittenDown },
        sends: 'A',
        ends: 'support',
        endsWith: statusTimeoutText,
        charges: 1
      }
    ]
  ],
  [
    '404 TASK_NOT_FOUND',
    [
      {
        name: 'on a few status queries: Kiln reads the recent tasks and follows the task until it’s done',
        at: 'query',
        times: 3,
        shows: { phase: 'running', words: notFound },
        sends: 'A',
        ends: 'done',
        charges: 1,
        also: (setup) => expect(setup.callsTo('/tasks/recent')).toBe(2)
      },
      {
        name: 'on every status query: the task is left to support after ten minutes, until the user checks again',
        at: 'query',
        times: 100_000,
        timeScale: tenMinutes,
        shows: { phase: 'running', words: notFound },
        then: async (setup, { id }) => {
          const stopped = await setup.until(id, 'support')
          expect(failureMessageAndAdvice(stopped.failure)).toEqual(statusTimeoutText)
          setup.practice.faults.clear()
          setup.studio.checkNow(id)
        },
        sends: 'A',
        ends: 'done',
        charges: 1
      },
      {
        name: 'on a submission: the task is found in the recent tasks and never sent again',
        at: 'submit',
        error: { workIsDone: true },
        shows: { phase: 'unconfirmed', words: notFound },
        sends: 'A',
        ends: 'done',
        charges: 1
      }
    ]
  ],
  [
    '502 BILLING_INVARIANT_FAILED',
    [
      {
        name: 'on an upload request: the task is rejected, and the upload isn’t retried',
        at: 'upload',
        times: 100,
        shows: { phase: 'refused', words: uploadSupportText },
        sends: '',
        ends: 'refused',
        charges: 0,
        also: (setup) => expect(setup.callsTo('/files/upload')).toBe(1)
      },
      {
        name: 'on a submission: the task is left to support at once, with all its IDs, and never sent again',
        at: 'submit',
        error: { workIsDone: true, taskId: 'own', businessId: 'biz_80' },
        shows: { phase: 'support', words: doesNotAddUp },
        sends: 'A',
        ends: 'support',
        charges: 1,
        also: (setup, { id }) => {
          const bundle = setup.studio.supportBundle(id)
          for (const line of [
            'Capability: imgmodel-image-generator',
            `Task ID: ${setup.practice.tasks()[0]?.taskId}`,
            'Business ID: biz_80',
            'BILLING_INVARIANT_FAILED'
          ])
            expect(bundle).toContain(line)
        }
      },
      {
        name: 'on a status query: the task is left to support at once and isn’t queried again',
        at: 'query',
        times: 100,
        shows: { phase: 'support', words: doesNotAddUp },
        sends: 'A',
        ends: 'support',
        charges: 1,
        also: (setup) => expect(setup.callsTo('/query')).toBe(1)
      },
      {
        name: 'on a request for the recent tasks: the task is left to support at once and never sent again',
        at: 'recent',
        shows: { phase: 'support', words: doesNotAddUp },
        sends: 'A',
        ends: 'support',
        charges: 1
      }
    ]
  ],
  ['503 TASK_QUERY_INTERRUPTED', askedAgain],
  [
    '503 RESULT_MISSING',
    [
      ...askedAgain,
      {
        name: 'followed by successes without a result: Kiln queries the task until the result is available',
        at: 'query',
        besides: [{ on: 'query', times: 3, do: { kind: 'no-result' } }],
        shows: { phase: 'running', words: statusUnavailableText },
        sends: 'A',
        ends: 'done',
        charges: 1
      }
    ]
  ]
]
