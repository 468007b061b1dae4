import { describe, expect, it } from 'vitest'
import { batchNoticeWords, holdNoticeWords, taskNoticeWords } from '../../electron/core/notice-words.ts'
import type { Failure, Result, Task } from '../../shared/task.ts'
import { aTask } from '../renderer/a-task.ts'

const result = { id: 'r', index: 0, medium: 'image' } as Result
const done = (title: string): Task => aTask({ id: title, title, results: [result] })

describe('the words of a system notice', () => {
  it('name one task, and what it cost', () => {
    expect(taskNoticeWords('done', [done('A vase')])).toEqual({ title: '“A vase” is done', body: '5 credits charged' })
  })

  it('count several, and name the first of them', () => {
    expect(taskNoticeWords('done', ['A vase', 'A bowl', 'A cup'].map(done))).toEqual({
      title: '3 results are done',
      body: '“A vase”, “A bowl” and “A cup”\n15 credits charged'
    })
    expect(taskNoticeWords('done', ['A vase', 'A bowl', 'A cup', 'A jug', 'A lid'].map(done)).body).toBe(
      '“A vase”, “A bowl” and 3 more\n25 credits charged'
    )
  })

  it('do not repeat a title', () => {
    expect(taskNoticeWords('done', ['A vase', 'A vase', 'A bowl'].map(done)).body).toBe('“A vase” and “A bowl”\n15 credits charged')
  })

  it('say what is wanted, and what failed', () => {
    expect(taskNoticeWords('needs-you', [aTask({ id: 'a', title: 'A swap', phase: 'needs_input' })])).toEqual({
      title: '“A swap” needs you',
      body: 'Choose which faces change.'
    })
    const failure = { message: 'The service could not make it. Nothing was charged.' } as Failure
    expect(taskNoticeWords('failed', [aTask({ id: 'a', title: 'A vase', phase: 'failed', failure })])).toEqual({
      title: '“A vase” failed',
      body: 'The service could not make it. Nothing was charged.'
    })
  })

  it('say how a batch ended', () => {
    const rows = [done('A vase'), aTask({ id: 'b', phase: 'failed' })]
    expect(batchNoticeWords(rows)).toEqual({
      title: 'Batch of 2 is through',
      body: '1 done, 1 failed, 5 credits charged',
      hasFailures: true
    })
  })

  it('say of each hold what to do, and who waits', () => {
    expect(holdNoticeWords('key', 0)).toEqual({ title: 'The key no longer works', body: 'Replace it, and everything goes on.' })
    expect(holdNoticeWords('key', 1)?.body).toContain(' 1 task waits.')
    expect(holdNoticeWords('credits', 12)?.body).toContain(' 12 tasks wait.')
    expect(holdNoticeWords('sign-in', 0)?.title).toBe('Sign in to the account once')
    expect(holdNoticeWords('subscription', 0)?.title).toBe('The subscription has ended')
    expect(holdNoticeWords('no-connection', 3)).toBeNull()
  })
})
