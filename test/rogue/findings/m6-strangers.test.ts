import { describe, expect, it } from 'vitest'
import { generator, openRogueSetup, waitFor } from '../open-rogue-setup.ts'
import { callFault, errorAnswer } from '../personality.ts'

describe('M6: a task without an answer, and a list of recent tasks without keys', () => {
  it('is not taken for one that was made on the website at the same time', async () => {
    const setup = await openRogueSetup({
      recent: { namesKeys: false },
      // The submission never arrives; what it would have made is made by its repetition.
      faults: [callFault({ on: 'submit', only: 'first', does: { kind: 'reset' } })]
    })
    const stranger = setup.service.makeOnWebsite({ capability: generator })
    const task = await setup.ask()
    const done = await setup.until(task.id, 'done')
    expect(done.taskId).not.toBe(stranger.taskId)
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
    expect(setup.charges()).toBe(1)
  })

  it('may be one of those that are listed without a time, which are not taken over meanwhile', async () => {
    const outcomeUnknown = errorAnswer(503, 'SUBMISSION_OUTCOME_UNKNOWN', { recovery: 'GET_RECENT_TASKS' })
    const setup = await openRogueSetup({
      recent: { namesKeys: false, times: 'none' },
      faults: [callFault({ on: 'submit', does: outcomeUnknown, afterWork: true })]
    })
    const task = await setup.ask()
    await waitFor(() => setup.charges() === 1)
    await setup.until(task.id, 'unconfirmed')
    const report = await setup.studio.reconcile()
    const taskId = setup.known(task.id)?.taskId ?? ''
    expect(report?.strangers).toMatchObject([{ taskId, mayBeOurs: true }])
    expect(() => setup.studio.adopt(taskId)).toThrow()
  })
})
