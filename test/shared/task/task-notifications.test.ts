import { describe, expect, it } from 'vitest'
import { describeFinishedBatch, describeTaskNotification } from '../../../shared/phrases/task-notification-phrases.ts'
import { finishedBatches, taskNotifications } from '../../../shared/task/task-notifications.ts'
import type { TaskResult, Task } from '../../../shared/task/task.ts'
import { aTask } from '../../renderer/a-task.ts'

const from = (before: Task['phase'], task: Task) => ({ before: { ...task, phase: before }, task })
const result = { id: 'r', index: 0, medium: 'image' } as TaskResult

describe('task notifications', () => {
  it('are sent when a task ends or needs you', () => {
    const changes = [
      from('collecting', aTask({ id: 'a', phase: 'done' })),
      from('running', aTask({ id: 'b', phase: 'needs_input' })),
      from('running', aTask({ id: 'c', phase: 'failed' })),
      from('submitting', aTask({ id: 'd', phase: 'refused' })),
      from('submitting', aTask({ id: 'e', phase: 'held' }))
    ]
    expect(taskNotifications(changes, 0).map(({ kind }) => kind)).toEqual(['done', 'needs-you', 'failed', 'refused', 'held'])
  })

  it('show the question of a task that needs confirmation', () => {
    const asking = aTask({ id: 'a', title: 'A vase', phase: 'held', question: { kind: 'price', before: 5, now: 7 } })
    const [notification] = taskNotifications([from('queued', asking)], 0)
    expect(describeTaskNotification(notification!)).toEqual({
      title: '“A vase” needs attention',
      words: 'The price was 5 credits when this task was queued. The current price is 7 credits. Nothing was sent or charged.'
    })
  })

  it('are not sent for intermediate steps, unchanged states or hidden tasks', () => {
    const changes = [
      from('queued', aTask({ id: 'a', phase: 'running' })),
      from('done', aTask({ id: 'b', phase: 'done' })),
      from('running', aTask({ id: 'c', phase: 'done', hidden: true }))
    ]
    expect(taskNotifications(changes, 0)).toEqual([])
  })

  it('are not sent for earlier tasks when the window opens', () => {
    const old = { before: undefined, task: aTask({ id: 'a', createdAt: 5 }) }
    const fresh = { before: undefined, task: aTask({ id: 'b', createdAt: 15 }) }
    expect(taskNotifications([old, fresh], 10).map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([['b']])
  })

  it('are sent once when an upload waits for you', () => {
    const manualUpload = { fileName: 'vase.png', command: 'curl' }
    const waiting = aTask({ id: 'a', title: 'A vase', phase: 'uploading', manualUpload })
    const [notification] = taskNotifications([{ before: { ...waiting, manualUpload: null }, task: waiting }], 0)
    expect(describeTaskNotification(notification!)).toEqual({
      title: '“A vase” needs attention',
      words: 'The service sent an upload command that Kiln doesn’t run automatically. It needs your review.'
    })
    expect(taskNotifications([{ before: waiting, task: waiting }], 0)).toEqual([])
  })

  it('are combined into one for many tasks', () => {
    const changes = ['a', 'b', 'c'].map((id) => from('running', aTask({ id, results: [result, result] })))
    const [notification] = taskNotifications(changes, 0)
    expect(describeTaskNotification(notification!)).toEqual({ title: '6 results are done', words: '15 credits charged' })
  })
})

describe('the text of a notification', () => {
  it('names the task and its cost', () => {
    expect(describeTaskNotification({ kind: 'done', tasks: [aTask({ id: 'a', results: [result] })] })).toEqual({
      title: '“A red vase” is done',
      words: '5 credits charged'
    })
  })

  it('says what is wrong with the files of a finished task', () => {
    const failure = {
      code: 'fewer-files',
      params: { made: 2, asked: 4 },
      serviceMessage: null,
      errorType: null,
      httpStatus: null,
      requestId: null,
      details: [],
      at: 0
    } as const
    expect(describeTaskNotification({ kind: 'done', tasks: [aTask({ id: 'a', results: [result], failure })] }).words).toBe(
      'The service generated 2 of 4 files. Every generated file is saved.'
    )
  })

  it('omits unknown credits', () => {
    const credits = { estimated: 5, required: null, consumed: null, usageDeferred: true, state: 'deferred' } as const
    expect(describeTaskNotification({ kind: 'done', tasks: [aTask({ id: 'a', results: [result], credits })] }).words).toBeNull()
  })

  it('says that nothing was charged for a rejected task', () => {
    expect(describeTaskNotification({ kind: 'refused', tasks: [aTask({ id: 'a' })] })).toEqual({
      title: '“A red vase” was rejected',
      words: 'Nothing was charged.'
    })
  })

  it('shortens a long title', () => {
    const title = 'a vase '.repeat(30)
    expect(describeTaskNotification({ kind: 'failed', tasks: [aTask({ id: 'a', title })] }).title.length).toBeLessThan(70)
  })
})

describe('a batch notification', () => {
  const row = (place: number, phase: Task['phase']): Task =>
    aTask({ id: `row-${place}`, phase, batch: { id: 'batch', row: place, name: { code: 'row', params: { row: place } }, cell: null } })
  const change = (place: number, phase: Task['phase']) => ({ task: row(place, phase), before: row(place, 'collecting') })

  it('is sent once, when the last task of the batch has ended', () => {
    expect(taskNotifications([change(1, 'done')], 0)).toEqual([])
    expect(finishedBatches([change(1, 'done')], [row(1, 'done'), row(2, 'running')])).toEqual([])
    const all = [row(1, 'done'), row(2, 'failed')]
    const [notification] = finishedBatches([change(2, 'failed')], all)
    expect(notification).toEqual({ id: 'batch', tasks: all })
    expect(describeFinishedBatch(all)).toEqual({
      title: 'Batch of 2 finished',
      words: '1 done, 1 failed, 5 credits charged',
      hasFailures: true
    })
  })

  it('is sent for a single row that needs you', () => {
    expect(taskNotifications([change(1, 'needs_input')], 0)).toMatchObject([{ kind: 'needs-you' }])
  })

  it('is not sent when you cancel its last rows', () => {
    expect(finishedBatches([change(2, 'cancelled')], [row(1, 'done'), row(2, 'cancelled')])).toEqual([])
  })
})
