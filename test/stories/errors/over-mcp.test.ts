import { describe, expect, it } from 'vitest'
import type { FaultWish } from '../../../electron/practice/faults.ts'
import type { HoldReason, Phase, Task } from '../../../shared/task.ts'
import { askForFaces } from '../ask-for-faces.ts'
import { openStory, type Story } from '../open-story.ts'
import type { Words } from './error-story.ts'
import type { Section7Row } from './section-7.ts'
import { errorOf } from './tell-table.ts'

/**
 * What an error of section 7 does as the answer of a tool. `looks`: of `get_task_result`, that shows the faces: asked again by itself, or
 * what is said. `choice`: of `select_faces`, sent once: how the task stands then.
 */
type ToolStory = {
  readonly looks: 'asked again' | string
  readonly choice: { readonly phase: Phase; readonly words: Words; readonly account?: HoldReason }
}

const lookAgain = 'Look again in a moment.'
const lookOrSupport = 'If it stays so, send the support bundle of this task to the service. It stands in the queue, under the task.'

const chooseAnother: ToolStory['choice'] = {
  phase: 'needs_input',
  words: ['The service did not take this choice of faces. The task waits for another one.', 'Look at the faces and choose again.']
}
const chooseLater: ToolStory['choice'] = {
  phase: 'needs_input',
  words: [
    'The service did not take this choice of faces yet. The task waits for it.',
    'Wait a moment, then use the faces again: they are still marked.'
  ]
}
const inDoubt: ToolStory['choice'] = {
  phase: 'selecting',
  words: [
    'The choice of faces was sent, and no certain answer came back.',
    'Nothing to do: Kiln asks how the task stands. The choice is not sent a second time.'
  ]
}
const forSupport: ToolStory['choice'] = {
  phase: 'support',
  words: [
    'The choice of faces was sent, and the service does not know what became of it, nor of the credits.',
    'Nothing is sent again. Send the support bundle to the service: it has every id that they need.'
  ]
}
const held = (account: HoldReason): ToolStory['choice'] => ({
  phase: 'needs_input',
  words: ['The service did not take this choice of faces. The task waits for another one.', 'Mend the account, then use the faces again.'],
  account
})

/** NEED_API_KEY comes over REST only. */
const rows: Readonly<Record<Exclude<Section7Row, '401 NEED_API_KEY'>, ToolStory>> = {
  '400 INVALID_JSON': { looks: lookAgain, choice: chooseAnother },
  '400 VALIDATION_ERROR': { looks: lookAgain, choice: chooseAnother },
  '401 AUTHENTICATION_REQUIRED': { looks: 'Enter the key again; the task then goes on by itself.', choice: held('key') },
  '401 AUTHORIZATION_HEADER_INVALID': {
    looks: 'Enter the key again, without blanks around it; the task then goes on by itself.',
    choice: held('key')
  },
  '401 API_KEY_INVALID_OR_REVOKED': {
    looks: 'Create a new key in the developer console and enter it here; the task then goes on by itself.',
    choice: held('key')
  },
  '401 API_KEY_INVALID_CREDENTIAL': {
    looks: 'Create a new key in the developer console and enter it here; the task then goes on by itself.',
    choice: held('key')
  },
  '401 ACCOUNT_SESSION_REFRESH_REQUIRED': {
    looks: 'Sign in on the website. Your key stays as it is, and the task goes on by itself.',
    choice: held('sign-in')
  },
  '402 NEED_PURCHASE_CREDITS': {
    looks: 'Add credits to the account, or choose something cheaper; the task then goes on by itself.',
    choice: held('credits')
  },
  '403 NEED_SUBSCRIBE': { looks: 'Renew it; the key stays good, and everything goes on by itself.', choice: held('subscription') },
  '404 CAPABILITY_NOT_ENABLED': { looks: lookAgain, choice: chooseAnother },
  '409 UPLOAD_NOT_READY': { looks: 'asked again', choice: chooseLater },
  '409 IDEMPOTENCY_CONFLICT': { looks: lookAgain, choice: inDoubt },
  '409 IDEMPOTENCY_IN_PROGRESS': { looks: 'asked again', choice: inDoubt },
  '410 UPLOAD_EXPIRED': { looks: lookAgain, choice: chooseAnother },
  '429 RATE_LIMITED': { looks: 'asked again', choice: chooseLater },
  '503 CREDENTIAL_STORAGE_UNAVAILABLE': { looks: 'asked again', choice: inDoubt },
  '503 SUBMISSION_OUTCOME_UNKNOWN': { looks: lookAgain, choice: inDoubt },
  '503 BILLING_OUTCOME_UNKNOWN': { looks: lookAgain, choice: inDoubt },
  '503 REFUND_OUTCOME_UNKNOWN': { looks: lookAgain, choice: inDoubt },
  '503 TASK_PERSISTENCE_UNCERTAIN': { looks: lookAgain, choice: inDoubt },
  '404 TASK_NOT_FOUND': { looks: lookAgain, choice: inDoubt },
  '502 BILLING_INVARIANT_FAILED': { looks: lookOrSupport, choice: forSupport },
  '503 TASK_QUERY_INTERRUPTED': { looks: 'asked again', choice: inDoubt },
  '503 RESULT_MISSING': { looks: 'asked again', choice: inDoubt },
  '503 *_SERVICE_UNAVAILABLE': { looks: 'asked again', choice: inDoubt },
  '502 UPSTREAM_*': { looks: 'asked again', choice: inDoubt }
}

const sent = (story: Story, tool: string): number => story.practice.calls().filter((call) => call.tool === tool).length
const pick = { kind: 'faces' as const, picks: [{ faceId: 'face-2', reference: 0 }] }

/** Chooses a face, which is answered so, and gives the task as it was shown first after that. */
async function chooseInto(story: Story, task: Task, fault: FaultWish['do']): Promise<Task> {
  const shown: Task[] = []
  const stopListening = story.studio.subscribe((event) => {
    if (event.kind === 'task' && event.task.id === task.id && event.task.failure !== null) shown.push(event.task)
  })
  story.practice.faults.add({ on: 'mcp-tool', tool: 'select_faces', do: fault })
  await story.studio.selectFaces(task.id, pick)
  await expect.poll(() => shown.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
  stopListening()
  return shown[0] as Task
}

for (const [row, { looks, choice }] of Object.entries(rows)) {
  const { httpStatus, errorType } = errorOf(row)
  const error = { kind: 'error', httpStatus, errorType, message: 'In the words of the service.', retryAfterInSeconds: 1 } as const

  describe(`${row} over MCP`, () => {
    it(`to get_task_result: ${looks === 'asked again' ? 'the faces are asked for again by themselves' : 'the person is told, and may look again'}; to select_faces: the choice is never sent again by itself`, async () => {
      const story = await openStory({ practice: { timeScale: 0.002 } })
      const task = await askForFaces(story)
      story.practice.faults.add({ on: 'mcp-tool', tool: 'get_task_result', do: error })
      if (looks !== 'asked again') {
        await expect(story.studio.faces(task.id)).rejects.toMatchObject({
          message: 'The faces cannot be looked at right now. The task waits, and nothing is lost.',
          advice: looks
        })
        expect(sent(story, 'get_task_result')).toBe(1)
      }
      expect((await story.studio.faces(task.id)).faces).toHaveLength(4)
      expect(sent(story, 'get_task_result')).toBe(2)

      const shown = await chooseInto(story, task, error)
      expect(shown.phase).toBe(choice.phase)
      expect([shown.failure?.message, shown.failure?.advice]).toEqual(choice.words)
      expect(shown.failure).toMatchObject({ errorType, serviceMessage: 'In the words of the service.' })
      expect(shown.can.sendAgain).toBe(false)
      if (choice.account !== undefined) expect(story.studio.account().hold).toBe(choice.account)
      expect(sent(story, 'select_faces')).toBe(1)

      if (choice.phase === 'support') story.studio.lookAgain(task.id)
      await story.studio.resume()
      await story.until(task.id, 'needs_input')
      expect([sent(story, 'select_faces'), story.charges()]).toEqual([1, 0])
      expect((await story.studio.faces(task.id)).lastPicks).toEqual(pick.picks)
      await story.studio.selectFaces(task.id, pick)
      await story.until(task.id, 'done')
      expect([sent(story, 'select_faces'), story.charges(), story.callsTo('/submit')]).toEqual([2, 1, 1])
    })
  })
}

describe('a choice of faces that was taken, whatever its answer', () => {
  it.each(['503 BILLING_OUTCOME_UNKNOWN', '503 TASK_PERSISTENCE_UNCERTAIN', '404 TASK_NOT_FOUND', '502 UPSTREAM_TIMEOUT'])(
    'is found out by asking about the task: %s',
    async (row) => {
      const story = await openStory({ practice: { timeScale: 0.002 } })
      const task = await askForFaces(story)
      await story.studio.faces(task.id)
      const before = story.callsTo('/tasks/recent')
      const error = { kind: 'error', ...errorOf(row), message: 'In the words of the service.', workIsDone: true } as const
      const shown = await chooseInto(story, task, error)
      expect(shown).toMatchObject({ phase: 'selecting', failure: { message: inDoubt.words[0] } })
      await story.until(task.id, 'done')
      expect([sent(story, 'select_faces'), story.charges()]).toEqual([1, 1])
      // What may be gone is looked for in the recent tasks too (spec section 7).
      expect(story.callsTo('/tasks/recent') - before).toBe(row === '502 UPSTREAM_TIMEOUT' ? 0 : 1)
    }
  )

  it('is left to support at once where the hint says so, with the business id', async () => {
    const story = await openStory({ practice: { timeScale: 0.002 } })
    const task = await askForFaces(story)
    await story.studio.faces(task.id)
    const recovery = 'CONTACT_SUPPORT_WITH_IDEMPOTENCY_KEY_AND_BUSINESS_ID'
    const error = { kind: 'error', httpStatus: 503, errorType: 'BILLING_OUTCOME_UNKNOWN', recovery, businessId: 'biz_81' } as const
    const shown = await chooseInto(story, task, { ...error, workIsDone: true })
    expect([shown.phase, shown.failure?.message, shown.failure?.advice]).toEqual(['support', ...forSupport.words])
    expect(story.studio.supportBundle(task.id)).toContain('Business id: biz_81')
    story.studio.lookAgain(task.id)
    await story.until(task.id, 'done')
    expect([sent(story, 'select_faces'), story.charges()]).toEqual([1, 1])
  })
})

it('asks for the faces again three times by itself, then leaves it to the person', async () => {
  const story = await openStory({ practice: { timeScale: 0.002 } })
  const task = await askForFaces(story)
  story.practice.faults.add({
    on: 'mcp-tool',
    tool: 'get_task_result',
    times: 100,
    do: { kind: 'error', httpStatus: 503, errorType: 'TASK_QUERY_INTERRUPTED' }
  })
  await expect(story.studio.faces(task.id)).rejects.toMatchObject({ advice: lookAgain })
  expect(sent(story, 'get_task_result')).toBe(4)
  story.practice.faults.clear()
  expect((await story.studio.faces(task.id)).faces).toHaveLength(4)
})
