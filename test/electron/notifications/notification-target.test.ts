import { describe, expect, it } from 'vitest'
import { notificationDestination, parseNotificationTarget } from '../../../electron/notifications/notification-target.ts'
import type { TaskResult, Task } from '../../../shared/task/task.ts'
import { aTask } from '../../renderer/a-task.ts'

const tasks = new Map<string, Task>(
  [
    aTask({ id: 'made', results: [{ id: 'picture', index: 0, medium: 'image' } as TaskResult] }),
    aTask({ id: 'asks', phase: 'needs_input' }),
    aTask({ id: 'broke', phase: 'failed' })
  ].map((task) => [task.id, task])
)

describe('a click on a notification', () => {
  it.each([
    ['task-made', { to: 'result', itemId: 'picture' }],
    ['task-asks', { to: 'faces', taskId: 'asks' }],
    ['task-broke', { to: 'queue', taskId: 'broke' }],
    ['task-gone', { to: 'queue', taskId: null }],
    ['batch-7', { to: 'queue', taskId: '7' }],
    ['account', { to: 'account' }],
    ['library', { to: 'library' }],
    ['queue', { to: 'queue', taskId: null }]
  ])('on %s opens the right place', (text, place) => {
    const target = parseNotificationTarget(text)
    expect(target === null ? null : notificationDestination(target, (id) => tasks.get(id) ?? null)).toEqual(place)
  })

  it.each(['', 'task-', 'task-../x', 'settings', 'library ', `task-${'a'.repeat(70)}`, 'app://kiln/', 'task-a\nb'])(
    'on an unknown notification (%j) opens nothing',
    (text) => {
      expect(parseNotificationTarget(text)).toBeNull()
    }
  )

  it('uses an ID within the system’s length limit', () => {
    expect(parseNotificationTarget(`batch-${crypto.randomUUID()}`)).not.toBeNull()
    expect(`batch-${crypto.randomUUID()}`.length).toBeLessThanOrEqual(64)
  })
})
