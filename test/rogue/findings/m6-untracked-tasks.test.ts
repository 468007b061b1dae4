import { describe, expect, it } from 'vitest'
import { rogueImageGeneratorId, openRogueSetup, waitForRogueCondition } from '../open-rogue-setup.ts'
import { createCallFault, createErrorFaultKind } from '../personality.ts'

describe('M6: a task without a response, if the recent tasks have no keys', () => {
  it('isn’t matched with a task that was created on the website at the same time', async () => {
    const setup = await openRogueSetup({
      recent: { namesKeys: false },
      // The first submission is lost before it has an effect. Its retry creates the task.
      faults: [createCallFault({ on: 'submit', only: 'first', does: { kind: 'reset' } })]
    })
    const stranger = setup.service.makeOnWebsite({ capability: rogueImageGeneratorId })
    const task = await setup.ask()
    const done = await setup.until(task.id, 'done')
    expect(done.taskId).not.toBe(stranger.taskId)
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
    expect(setup.charges()).toBe(1)
  })

  it('prevents tasks that are listed without a time from being added', async () => {
    const outcomeUnknown = createErrorFaultKind(503, 'SUBMISSION_OUTCOME_UNKNOWN', { recovery: 'GET_RECENT_TASKS' })
    const setup = await openRogueSetup({
      recent: { namesKeys: false, times: 'none' },
      faults: [createCallFault({ on: 'submit', does: outcomeUnknown, afterWork: true })]
    })
    const task = await setup.ask()
    await waitForRogueCondition(() => setup.charges() === 1)
    await setup.until(task.id, 'unconfirmed')
    const report = await setup.studio.reconcile()
    const taskId = setup.known(task.id)?.taskId ?? ''
    expect(report?.untrackedTasks).toMatchObject([{ taskId, isAwaited: true }])
    expect(() => setup.studio.adopt(taskId)).toThrow()
  })

  it('isn’t matched by its time, but the user can choose it in the list', async () => {
    const setup = await openRogueSetup({
      recent: { namesKeys: false },
      faults: [createCallFault({ on: 'submit', does: createErrorFaultKind(503, 'RESULT_MISSING'), afterWork: true })]
    })
    const task = await setup.ask()
    const support = await setup.until(task.id, 'support')
    expect(support).toMatchObject({ taskId: null, credits: { state: 'pending' } })
    const own = setup.known(task.id)?.taskId ?? ''
    const stranger = setup.service.makeOnWebsite({ capability: rogueImageGeneratorId })
    const report = await setup.studio.reconcile()
    const candidates = [{ id: task.id, title: task.title, sentAt: support.submittedAt }]
    expect(report?.untrackedTasks.find(({ taskId }) => taskId === own)).toMatchObject({ isAwaited: false, candidates })
    setup.studio.adopt(own, { as: task.id })
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
    expect(() => setup.studio.adopt(stranger.taskId, { as: task.id })).toThrow('task-not-sought')
    expect(setup.charges()).toBe(1)
  })

  it('isn’t matched with another client’s task, even if that is the only one in the list', async () => {
    const setup = await openRogueSetup({
      recent: { namesKeys: false },
      faults: [createCallFault({ on: 'submit', does: createErrorFaultKind(503, 'RESULT_MISSING') })]
    })
    const stranger = setup.service.makeOnWebsite({ capability: rogueImageGeneratorId })
    const task = await setup.ask()
    expect(await setup.until(task.id, 'support')).toMatchObject({ taskId: null })
    await setup.studio.reconcile()
    const theirs = setup.studio.adopt(stranger.taskId)
    await setup.until(theirs.id, 'done')
    expect(setup.studio.task(task.id)).toMatchObject({ phase: 'support', taskId: null })
    expect(setup.charges()).toBe(0)
  })
})
