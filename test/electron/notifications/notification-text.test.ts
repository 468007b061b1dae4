import { describe, expect, it } from 'vitest'
import { batchNotificationText, holdNotificationText, taskNotificationText } from '../../../electron/notifications/notification-text.ts'
import type { TaskFailure, TaskResult, Task } from '../../../shared/task/task.ts'
import { aTask } from '../../renderer/a-task.ts'

const result = { id: 'r', index: 0, medium: 'image' } as TaskResult
const done = (title: string): Task => aTask({ id: title, title, results: [result] })

describe('the text of a system notification', () => {
  it('names a single task and its price', () => {
    expect(taskNotificationText('done', [done('A vase')])).toEqual({ title: '“A vase” is done', body: '5 credits charged' })
  })

  it('counts several tasks and names the first ones', () => {
    expect(taskNotificationText('done', ['A vase', 'A bowl', 'A cup'].map(done))).toEqual({
      title: '3 results are done',
      body: '“A vase”, “A bowl” and “A cup”\n15 credits charged'
    })
    expect(taskNotificationText('done', ['A vase', 'A bowl', 'A cup', 'A jug', 'A lid'].map(done)).body).toBe(
      '“A vase”, “A bowl” and 3 more\n25 credits charged'
    )
  })

  it('doesn’t repeat a title', () => {
    expect(taskNotificationText('done', ['A vase', 'A vase', 'A bowl'].map(done)).body).toBe('“A vase” and “A bowl”\n15 credits charged')
  })

  it('says which action is needed or what failed', () => {
    expect(taskNotificationText('needs-you', [aTask({ id: 'a', title: 'A swap', phase: 'needs_input' })])).toEqual({
      title: '“A swap” needs attention',
      body: 'Select the faces to replace.'
    })
    const failure = { code: 'failed-at-service', params: {} } as TaskFailure
    expect(taskNotificationText('failed', [aTask({ id: 'a', title: 'A vase', phase: 'failed', failure })])).toEqual({
      title: '“A vase” failed',
      body: 'The service couldn’t generate the result.'
    })
  })

  it('says how a batch ended', () => {
    const rows = [done('A vase'), aTask({ id: 'b', phase: 'failed' })]
    expect(batchNotificationText(rows)).toEqual({
      title: 'Batch of 2 finished',
      body: '1 done, 1 failed, 5 credits charged',
      hasFailures: true
    })
  })

  it('says for each hold what to do and how many tasks wait', () => {
    expect(holdNotificationText('key', 0)).toEqual({
      title: 'The API key no longer works',
      body: 'Replace the key. Kiln then resumes automatically.'
    })
    expect(holdNotificationText('key', 1)?.body).toContain(' 1 task is waiting.')
    expect(holdNotificationText('credits', 12)?.body).toContain(' 12 tasks are waiting.')
    expect(holdNotificationText('sign-in', 0)?.title).toBe('Sign in to your account again')
    expect(holdNotificationText('subscription', 0)?.title).toBe('The subscription has ended')
    expect(holdNotificationText('no-connection', 3)).toBeNull()
  })
})
