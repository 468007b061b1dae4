import { describe, expect, it } from 'vitest'
import { isShownByRoute, isNotificationOutdated } from '../../../renderer/app/notification-visibility.ts'
import type { Route } from '../../../renderer/navigation/route.ts'
import type { Task } from '../../../shared/task/task.ts'
import { aTask } from '../a-task.ts'

const waiting = aTask({ id: 'a', phase: 'needs_input' })
const notification = { kind: 'needs-you', tasks: [waiting] } as const
const gallery: Route = { view: 'gallery' }

function isOver(now: Task | undefined, route: Route = gallery): boolean {
  return isNotificationOutdated(notification, route, () => now)
}

describe('a toast about a task that needs you', () => {
  it('stays as long as the task waits', () => {
    expect(isOver(waiting)).toBe(false)
  })

  it('disappears when the choice was sent, or the task was hidden or removed', () => {
    expect(isOver({ ...waiting, phase: 'selecting' })).toBe(true)
    expect(isOver({ ...waiting, hidden: true })).toBe(true)
    expect(isOver(undefined)).toBe(true)
  })

  it('disappears when the task is visible', () => {
    expect(isOver(waiting, { view: 'faces', taskId: 'a' })).toBe(true)
    expect(isOver(waiting, { view: 'faces', taskId: 'b' })).toBe(false)
    expect(isOver(waiting, { view: 'queue', taskId: null })).toBe(true)
  })
})

describe('a toast about a result', () => {
  const done = { kind: 'done', tasks: [aTask({ id: 'a' })] } as const
  it('is not shown in the library, and stays in other views', () => {
    expect(isShownByRoute(done, { view: 'library' })).toBe(true)
    expect(isNotificationOutdated(done, gallery, () => undefined)).toBe(false)
  })
})
