import { describe, expect, it } from 'vitest'
import { newsWords, taskNews } from '../../../renderer/app/task-news.ts'
import type { Result, Task } from '../../../shared/task.ts'
import { aTask } from '../a-task.ts'

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

  it('are one notice for many tasks', () => {
    const changes = ['a', 'b', 'c'].map((id) => from('running', aTask({ id, results: [result, result] })))
    const [news] = taskNews(changes, 0)
    expect(newsWords(news!)).toEqual({ title: '3 tasks are done', words: '6 files, 15 credits charged' })
  })
})

describe('the words of a notice', () => {
  it('name the task and what it cost', () => {
    expect(newsWords({ kind: 'done', tasks: [aTask({ id: 'a', results: [result] })] })).toEqual({
      title: '“A red vase” is done',
      words: '5 credits charged'
    })
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
