import { describe, expect, it } from 'vitest'
import { retriableTasks } from '../../../renderer/queue/retriable-tasks.ts'
import type { Task } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

const retriable = (tasks: readonly Task[], connectionId = 'default'): readonly string[] =>
  tasks.filter(retriableTasks(tasks, connectionId)).map(({ id }) => id)

describe('failed tasks that can be retried together', () => {
  it('failed at the service, belong to the active account and aren’t hidden', () => {
    const tasks = [
      aTask({ id: 'failed', phase: 'failed' }),
      aTask({ id: 'rejected', phase: 'refused' }),
      aTask({ id: 'done' }),
      aTask({ id: 'running', phase: 'running' }),
      aTask({ id: 'hidden', phase: 'failed', hidden: true }),
      aTask({ id: 'other-account', phase: 'failed', connectionId: 'other' })
    ]
    expect(retriable(tasks)).toEqual(['failed'])
    expect(retriable(tasks, 'other')).toEqual(['other-account'])
  })

  it('don’t include a task that was already sent again, in whatever way', () => {
    const failed = ['a', 'b', 'c'].map((id) => aTask({ id, phase: 'failed' }))
    const again = aTask({ id: 'd', phase: 'failed', from: [{ item: 'a.1', how: 'again' }] })
    const edited = aTask({ id: 'e', phase: 'running', from: [{ item: 'b.1', how: 'remix' }] })
    expect(retriable([...failed, again, edited])).toEqual(['c', 'd'])
  })
})
