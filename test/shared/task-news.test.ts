import { describe, expect, it } from 'vitest'
import { batchNews, batchNewsWords, newsWords, taskNews } from '../../shared/task-news.ts'
import type { Result, Task } from '../../shared/task.ts'
import { aTask } from '../renderer/a-task.ts'

const from = (before: Task['phase'], task: Task) => ({ before: { ...task, phase: before }, task })
const result = { id: 'r', index: 0, medium: 'image' } as Result

describe('news of tasks', () => {
  it('are told when a task comes to an end or needs a person', () => {
    const changes = [
      from('collecting', aTask({ id: 'a', phase: 'done' })),
      from('running', aTask({ id: 'b', phase: 'needs_input' })),
      from('running', aTask({ id: 'c', phase: 'failed' })),
      from('submitting', aTask({ id: 'd', phase: 'refused' })),
      from('submitting', aTask({ id: 'e', phase: 'held' }))
    ]
    expect(taskNews(changes, 0).map(({ kind }) => kind)).toEqual(['done', 'needs-you', 'failed', 'refused', 'held'])
  })

  it('of a task that asks before it is sent are what it asks', () => {
    const asking = aTask({ id: 'a', title: 'A vase', phase: 'held', question: { kind: 'price', before: 5, now: 7 } })
    const [news] = taskNews([from('queued', asking)], 0)
    expect(newsWords(news!)).toEqual({
      title: '“A vase” needs you',
      words: 'It cost 5 credits when you asked for it and costs 7 credits now. Nothing was sent and nothing was spent.'
    })
  })

  it('are not told of steps on the way, of what was so before, or of hidden tasks', () => {
    const changes = [
      from('queued', aTask({ id: 'a', phase: 'running' })),
      from('done', aTask({ id: 'b', phase: 'done' })),
      from('running', aTask({ id: 'c', phase: 'done', hidden: true }))
    ]
    expect(taskNews(changes, 0)).toEqual([])
  })

  it('are not told of the past when the window opens', () => {
    const old = { before: undefined, task: aTask({ id: 'a', createdAt: 5 }) }
    const fresh = { before: undefined, task: aTask({ id: 'b', createdAt: 15 }) }
    expect(taskNews([old, fresh], 10).map(({ tasks }) => tasks.map(({ id }) => id))).toEqual([['b']])
  })

  it('are told when an upload waits for a person, and once only', () => {
    const handUpload = { fileName: 'vase.png', command: 'curl' }
    const waiting = aTask({ id: 'a', title: 'A vase', phase: 'uploading', handUpload })
    const [news] = taskNews([{ before: { ...waiting, handUpload: null }, task: waiting }], 0)
    expect(newsWords(news!)).toEqual({
      title: '“A vase” needs you',
      words: 'The service named an upload command that Kiln does not run by itself.'
    })
    expect(taskNews([{ before: waiting, task: waiting }], 0)).toEqual([])
  })

  it('are one notice for many tasks', () => {
    const changes = ['a', 'b', 'c'].map((id) => from('running', aTask({ id, results: [result, result] })))
    const [news] = taskNews(changes, 0)
    expect(newsWords(news!)).toEqual({ title: '6 results are done', words: '15 credits charged' })
  })
})

describe('the words of a notice', () => {
  it('name the task and what it cost', () => {
    expect(newsWords({ kind: 'done', tasks: [aTask({ id: 'a', results: [result] })] })).toEqual({
      title: '“A red vase” is done',
      words: '5 credits charged'
    })
  })

  it('say what is wrong with the files of a finished task', () => {
    const failure = {
      message: 'The service made 2 of 4 files. All of them are saved.',
      advice: '',
      serviceMessage: null,
      errorType: null,
      httpStatus: null,
      requestId: null,
      details: [],
      at: 0
    }
    expect(newsWords({ kind: 'done', tasks: [aTask({ id: 'a', results: [result], failure })] }).words).toBe(failure.message)
  })

  it('say nothing of credits that are not known', () => {
    const credits = { estimated: 5, required: null, consumed: null, usageDeferred: true, state: 'deferred' } as const
    expect(newsWords({ kind: 'done', tasks: [aTask({ id: 'a', results: [result], credits })] }).words).toBeNull()
  })

  it('say that nothing was spent when it was not taken', () => {
    expect(newsWords({ kind: 'refused', tasks: [aTask({ id: 'a' })] })).toEqual({
      title: '“A red vase” was not taken',
      words: 'Nothing was spent.'
    })
  })

  it('cut a long title', () => {
    const title = 'a vase '.repeat(30)
    expect(newsWords({ kind: 'failed', tasks: [aTask({ id: 'a', title })] }).title.length).toBeLessThan(70)
  })
})

describe('news of a batch', () => {
  const row = (place: number, phase: Task['phase']): Task =>
    aTask({ id: `row-${place}`, phase, batch: { id: 'batch', row: place, name: `line ${place}` } })
  const change = (place: number, phase: Task['phase']) => ({ task: row(place, phase), before: row(place, 'collecting') })

  it('is said once, when the last of its tasks has come to its end', () => {
    expect(taskNews([change(1, 'done')], 0)).toEqual([])
    expect(batchNews([change(1, 'done')], [row(1, 'done'), row(2, 'running')])).toEqual([])
    const all = [row(1, 'done'), row(2, 'failed')]
    const [news] = batchNews([change(2, 'failed')], all)
    expect(news).toEqual({ id: 'batch', tasks: all })
    expect(batchNewsWords(all)).toEqual({ title: 'Batch of 2 is through', words: '1 done, 1 failed, 5 credits charged', hasFailures: true })
  })

  it('is said of a single row that needs a person', () => {
    expect(taskNews([change(1, 'needs_input')], 0)).toMatchObject([{ kind: 'needs-you' }])
  })

  it('is nothing when a person took its last rows back', () => {
    expect(batchNews([change(2, 'cancelled')], [row(1, 'done'), row(2, 'cancelled')])).toEqual([])
  })
})
