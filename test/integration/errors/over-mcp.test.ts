import { describe, expect, it } from 'vitest'
import type { FaultSpec } from '../../../electron/practice/fault-injector.ts'
import type { HoldReason, Phase, Task } from '../../../shared/task/task.ts'
import { submitFaceSwap } from '../submit-face-swap.ts'
import { openSetup, type Setup } from '../open-setup.ts'
import type { ErrorTexts } from './error-scenario.ts'
import type { SpecErrorType } from './section-7.ts'
import { parseErrorRow } from './test-error-table.ts'
import { failureMessageAndAdvice, failureSentences } from '../../shared/phrases/phrase-texts.ts'

/**
 * Effects of a tool response with an error from section 7 of the spec. `looks`: the effect on `get_task_result`, which returns the faces.
 * The value is `asked again` for an automatic retry, otherwise the advice for the user. `choice`: the task's state after an error from
 * `select_faces`, which is never retried.
 */
type ToolScenario = {
  readonly looks: 'asked again' | string
  readonly choice: { readonly phase: Phase; readonly words: ErrorTexts; readonly account?: HoldReason }
}

const checkAgain = 'Check again in a moment.'
const lookOrSupport =
  'If this keeps happening, send this task’s support bundle to the service. You’ll find it in the queue, in the task’s details.'

const chooseAnother: ToolScenario['choice'] = {
  phase: 'needs_input',
  words: ['The service rejected this face selection. You’re never charged twice.', 'Check the faces, then choose again.']
}
const chooseLater: ToolScenario['choice'] = {
  phase: 'needs_input',
  words: [
    'The service hasn’t accepted this face selection yet. You’re never charged twice.',
    'Your selection is kept. Wait a moment, then send the selection again.'
  ]
}
const unconfirmed: ToolScenario['choice'] = {
  phase: 'selecting',
  words: ['Your face selection was sent, but the response was inconclusive. You’re never charged twice.', 'Kiln keeps checking this task.']
}
const forSupport: ToolScenario['choice'] = {
  phase: 'support',
  words: [
    'Your face selection was sent. The service doesn’t know yet whether the task succeeded or was charged.',
    'Kiln won’t send your selection again. Send the support bundle to the service.'
  ]
}
const held = (account: HoldReason): ToolScenario['choice'] => ({
  phase: 'needs_input',
  words: [
    'The service rejected this face selection because of an account problem. You’re never charged twice.',
    'Fix the account problem, then send the selection again.'
  ],
  account
})

/** The rows of section 7, except NEED_API_KEY, which is returned only over REST. */
const rows: Readonly<Record<Exclude<SpecErrorType, '401 NEED_API_KEY'>, ToolScenario>> = {
  '400 INVALID_JSON': { looks: checkAgain, choice: chooseAnother },
  '400 VALIDATION_ERROR': { looks: checkAgain, choice: chooseAnother },
  '401 AUTHENTICATION_REQUIRED': { looks: 'Enter the key again. Kiln then resumes automatically.', choice: held('key') },
  '401 AUTHORIZATION_HEADER_INVALID': {
    looks: 'Enter the key again without spaces. Kiln then resumes automatically.',
    choice: held('key')
  },
  '401 API_KEY_INVALID_OR_REVOKED': {
    looks: 'Create a key in the developer console, then replace the current key. Kiln then resumes automatically.',
    choice: held('key')
  },
  '401 API_KEY_INVALID_CREDENTIAL': {
    looks: 'Create a key in the developer console, then replace the current key. Kiln then resumes automatically.',
    choice: held('key')
  },
  '401 ACCOUNT_SESSION_REFRESH_REQUIRED': {
    looks: 'Sign in on the service’s website. Kiln then resumes automatically with the same key.',
    choice: held('sign-in')
  },
  '402 NEED_PURCHASE_CREDITS': {
    looks: 'Add credits on the service’s website. Kiln then resumes automatically.',
    choice: held('credits')
  },
  '403 NEED_SUBSCRIBE': {
    looks: 'Renew the subscription on the service’s website. Kiln then resumes automatically with the same key.',
    choice: held('subscription')
  },
  '404 CAPABILITY_NOT_ENABLED': { looks: checkAgain, choice: chooseAnother },
  '409 UPLOAD_NOT_READY': { looks: 'asked again', choice: chooseLater },
  '409 IDEMPOTENCY_CONFLICT': { looks: checkAgain, choice: unconfirmed },
  '409 IDEMPOTENCY_IN_PROGRESS': { looks: 'asked again', choice: unconfirmed },
  '410 UPLOAD_EXPIRED': { looks: checkAgain, choice: chooseAnother },
  '429 RATE_LIMITED': { looks: 'asked again', choice: chooseLater },
  '503 CREDENTIAL_STORAGE_UNAVAILABLE': { looks: 'asked again', choice: unconfirmed },
  '503 SUBMISSION_OUTCOME_UNKNOWN': { looks: checkAgain, choice: unconfirmed },
  '503 BILLING_OUTCOME_UNKNOWN': { looks: checkAgain, choice: unconfirmed },
  '503 REFUND_OUTCOME_UNKNOWN': { looks: checkAgain, choice: unconfirmed },
  '503 TASK_PERSISTENCE_UNCERTAIN': { looks: checkAgain, choice: unconfirmed },
  '404 TASK_NOT_FOUND': { looks: checkAgain, choice: unconfirmed },
  '502 BILLING_INVARIANT_FAILED': { looks: lookOrSupport, choice: forSupport },
  '503 TASK_QUERY_INTERRUPTED': { looks: 'asked again', choice: unconfirmed },
  '503 RESULT_MISSING': { looks: 'asked again', choice: unconfirmed },
  '503 *_SERVICE_UNAVAILABLE': { looks: 'asked again', choice: unconfirmed },
  '502 UPSTREAM_*': { looks: 'asked again', choice: unconfirmed }
}

const sent = (setup: Setup, tool: string): number => setup.practice.calls().filter((loggedCall) => loggedCall.tool === tool).length
const pick = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }

/** Selects a face and makes `select_faces` fail with `fault`. Returns the task's first state with a failure. */
async function chooseInto(setup: Setup, task: Task, fault: FaultSpec['do']): Promise<Task> {
  const shown: Task[] = []
  const stopListening = setup.studio.subscribe((event) => {
    if (event.kind === 'task' && event.task.id === task.id && event.task.failure !== null) shown.push(event.task)
  })
  setup.practice.faults.add({ on: 'mcp-tool', tool: 'select_faces', do: fault })
  await setup.studio.selectFaces(task.id, pick)
  await expect.poll(() => shown.length, { interval: 5 }).toBeGreaterThan(0)
  stopListening()
  return shown[0] as Task
}

for (const [row, { looks, choice }] of Object.entries(rows)) {
  const { httpStatus, errorType } = parseErrorRow(row)
  const error = { kind: 'error', httpStatus, errorType, message: 'In the words of the service.', retryAfterInSeconds: 1 } as const

  describe(`${row} over MCP`, () => {
    it(`is ${looks === 'asked again' ? 'retried' : 'shown'} for get_task_result, and never retried for select_faces`, async () => {
      const setup = await openSetup({ practice: { timeScale: 0.002 } })
      const task = await submitFaceSwap(setup)
      setup.practice.faults.add({ on: 'mcp-tool', tool: 'get_task_result', do: error })
      if (looks !== 'asked again') {
        await expect(setup.studio.faces(task.id)).rejects.toMatchObject({
          message: 'The faces can’t be loaded right now. The task is still waiting. Nothing is lost.',
          advice: looks
        })
        expect(sent(setup, 'get_task_result')).toBe(1)
      }
      expect((await setup.studio.faces(task.id)).faces).toHaveLength(4)
      expect(sent(setup, 'get_task_result')).toBe(2)

      const shown = await chooseInto(setup, task, error)
      expect(shown.phase).toBe(choice.phase)
      expect(failureMessageAndAdvice(shown.failure)).toEqual(choice.words)
      expect(shown.failure).toMatchObject({ errorType, serviceMessage: 'In the words of the service.' })
      expect(shown.can.sendAgain).toBe(false)
      if (choice.account !== undefined) expect(setup.studio.account().hold).toBe(choice.account)
      expect(sent(setup, 'select_faces')).toBe(1)

      if (choice.phase === 'support') setup.studio.checkNow(task.id)
      await setup.studio.resume()
      await setup.until(task.id, 'needs_input')
      expect([sent(setup, 'select_faces'), setup.charges()]).toEqual([1, 0])
      expect((await setup.studio.faces(task.id)).lastPicks).toEqual(pick.picks)
      await setup.studio.selectFaces(task.id, pick)
      await setup.until(task.id, 'done')
      expect([sent(setup, 'select_faces'), setup.charges(), setup.callsTo('/submit')]).toEqual([2, 1, 1])
    })
  })
}

describe('a face selection that was accepted despite an error response', () => {
  it.each(['503 BILLING_OUTCOME_UNKNOWN', '503 TASK_PERSISTENCE_UNCERTAIN', '404 TASK_NOT_FOUND', '502 UPSTREAM_TIMEOUT'])(
    'is confirmed by a status query after %s',
    async (row) => {
      const setup = await openSetup({ practice: { timeScale: 0.002 } })
      const task = await submitFaceSwap(setup)
      await setup.studio.faces(task.id)
      const before = setup.callsTo('/tasks/recent')
      const error = { kind: 'error', ...parseErrorRow(row), message: 'In the words of the service.', workIsDone: true } as const
      const shown = await chooseInto(setup, task, error)
      expect([shown.phase, failureSentences(shown.failure).message]).toEqual(['selecting', unconfirmed.words[0]])
      await setup.until(task.id, 'done')
      expect([sent(setup, 'select_faces'), setup.charges()]).toEqual([1, 1])
      // A task that may be lost is also looked up in the recent tasks (spec section 7).
      expect(setup.callsTo('/tasks/recent') - before).toBe(row === '502 UPSTREAM_TIMEOUT' ? 0 : 1)
    }
  )

  it('is left to support at once if the hint says so, with the business ID', async () => {
    const setup = await openSetup({ practice: { timeScale: 0.002 } })
    const task = await submitFaceSwap(setup)
    await setup.studio.faces(task.id)
    const recovery = 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
    const error = { kind: 'error', httpStatus: 503, errorType: 'BILLING_OUTCOME_UNKNOWN', recovery, businessId: 'biz_81' } as const
    const shown = await chooseInto(setup, task, { ...error, workIsDone: true })
    expect([shown.phase, ...failureMessageAndAdvice(shown.failure)]).toEqual(['support', ...forSupport.words])
    expect(setup.studio.supportBundle(task.id)).toContain('Business ID: biz_81')
    setup.studio.checkNow(task.id)
    await setup.until(task.id, 'done')
    expect([sent(setup, 'select_faces'), setup.charges()]).toEqual([1, 1])
  })
})

it('Kiln retries loading the faces three times, then leaves it to the user', async () => {
  const setup = await openSetup({ practice: { timeScale: 0.002 } })
  const task = await submitFaceSwap(setup)
  setup.practice.faults.add({
    on: 'mcp-tool',
    tool: 'get_task_result',
    times: 100,
    do: { kind: 'error', httpStatus: 503, errorType: 'TASK_QUERY_INTERRUPTED' }
  })
  await expect(setup.studio.faces(task.id)).rejects.toMatchObject({ advice: checkAgain })
  expect(sent(setup, 'get_task_result')).toBe(4)
  setup.practice.faults.clear()
  expect((await setup.studio.faces(task.id)).faces).toHaveLength(4)
})
