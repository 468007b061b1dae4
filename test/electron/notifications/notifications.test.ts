import { beforeEach, describe, expect, it } from 'vitest'
import { notificationGroupingDelayInMs, minNotificationIntervalInMs } from '../../../electron/notifications/notification-plan.ts'
import { createNotifications, type Notifications } from '../../../electron/notifications/notifications.ts'
import { launchNotificationId } from '../../../electron/notifications/launch-notification-id.ts'
import type { Studio, StudioAccount, StudioEvent } from '../../../electron/studio.ts'
import { defaultNotificationSettings, type NotificationSettings } from '../../../shared/app/notifications.ts'
import type { HoldReason, Phase, TaskResult, Task } from '../../../shared/task/task.ts'
import { settledPhases } from '../../../shared/task/task-notifications.ts'
import { createManualClock } from '../service/mcp/manual-clock.ts'
import { aTask } from '../../renderer/a-task.ts'

/** A notification that is or was on screen. `click`: simulates that the user clicks it. */
type Seen = { readonly title: string; readonly body: string; readonly click: () => void }

let clock: ReturnType<typeof createManualClock>
let tasks: Map<string, Task>
let hold: HoldReason | null
let rules: NotificationSettings
let isWindowFocused: boolean
let kept: unknown
let untold: unknown
let onScreen: Seen[]
let shows: Seen[]
let asked: string[]
let listeners: Set<(event: StudioEvent) => void>
let notifications: Notifications

beforeEach(() => {
  clock = createManualClock(new Date(2026, 2, 10, 12).getTime())
  tasks = new Map()
  hold = null
  rules = defaultNotificationSettings
  isWindowFocused = false
  kept = undefined
  untold = undefined
  onScreen = []
  shows = []
  asked = []
  listeners = new Set()
  notifications = start()
})

const account = (): StudioAccount => ({ connectionId: 'default', hold }) as StudioAccount

function start(): Notifications {
  const studio: Pick<Studio, 'subscribe' | 'task' | 'tasks' | 'account'> = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    task: (id) => tasks.get(id) ?? null,
    tasks: ({ phases, batch, includeHidden = false } = {}) =>
      [...tasks.values()].filter(
        (task) =>
          (phases?.includes(task.phase) ?? true) && (batch === undefined || task.batch?.id === batch) && (includeHidden || !task.hidden)
      ),
    account
  }
  return createNotifications({
    studio,
    rules: () => rules,
    isWindowFocused: () => isWindowFocused,
    show: ({ title, body, onClick }) => {
      const seen = { title, body, click: onClick }
      onScreen.push(seen)
      shows.push(seen)
      return () => void onScreen.splice(onScreen.indexOf(seen), 1)
    },
    bringUp: () => void asked.push('bring up'),
    announce: (name) => void asked.push(name),
    memory: { read: () => kept, write: (value) => void (kept = structuredClone(value)) },
    untold: { read: () => untold, write: (value) => void (untold = structuredClone(value)) },
    accountName: (connectionId) => `“${connectionId}”`,
    now: clock.now,
    setTimer: clock.setTimer
  })
}

/** Closes Kiln and reopens it with the same tasks. */
function startAgain(): void {
  notifications.close()
  onScreen = []
  hold = null
  notifications = start()
}

function say(event: StudioEvent): void {
  for (const listener of listeners) listener(event)
}

/** Adds or changes a task and reports it. If a new task has already ended, it is first reported as running, as the studio does. */
function put(id: string, phase: Phase, different: Partial<Task> = {}): void {
  if (!tasks.has(id) && settledPhases.has(phase)) put(id, 'running', different)
  const before = tasks.get(id)
  const results = phase === 'done' ? [{ id: `${id}-0`, index: 0, medium: 'image' } as TaskResult] : []
  const task = aTask({ ...before, id, title: `Vase ${id}`, phase, results, ...different })
  tasks.set(id, task)
  say({ kind: 'task', task })
}

function holdAccount(reason: HoldReason | null): void {
  hold = reason
  say({ kind: 'account', account: account() })
}

const titles = (): readonly string[] => onScreen.map(({ title }) => title)

describe('a notification outside the window', () => {
  it('reports a finished task and opens its result', () => {
    put('a', 'running')
    put('a', 'done')
    expect(titles()).toEqual([])
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase a” is done'])
    onScreen[0]?.click()
    expect(asked).toEqual(['bring up', 'notifications.clicked'])
    expect(notifications.takeTarget()).toEqual({ to: 'result', itemId: 'a-0' })
    expect(notifications.takeTarget()).toBeNull()
  })

  it('is not shown while the window has focus', () => {
    isWindowFocused = true
    put('a', 'done')
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toEqual([])
    isWindowFocused = false
    clock.pass(60_000)
    expect(shows).toEqual([])
  })

  it('is shown once for several results and opens the library', () => {
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      put(id, 'done')
      clock.pass(500)
    }
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(1)
    expect(titles()).toEqual(['5 results are done'])
    onScreen[0]?.click()
    expect(notifications.takeTarget()).toEqual({ to: 'library' })
  })

  it('is replaced by one for both results until the window has focus', () => {
    put('a', 'done')
    clock.pass(notificationGroupingDelayInMs)
    put('b', 'done')
    clock.pass(minNotificationIntervalInMs)
    expect(titles()).toEqual(['2 results are done'])
    notifications.windowFocused()
    expect(titles()).toEqual([])
    put('c', 'done')
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase c” is done'])
  })

  it('reports a task that needs the user and opens the face selection', () => {
    put('a', 'running')
    put('a', 'needs_input')
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase a” needs attention'])
    onScreen[0]?.click()
    expect(notifications.takeTarget()).toEqual({ to: 'faces', taskId: 'a' })
  })

  it('opens the task’s current state when clicked', () => {
    put('a', 'needs_input')
    clock.pass(notificationGroupingDelayInMs)
    put('a', 'done')
    onScreen[0]?.click()
    expect(notifications.takeTarget()).toEqual({ to: 'result', itemId: 'a-0' })
  })

  it('reports failed and rejected tasks', () => {
    put('a', 'failed')
    put('b', 'refused')
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase a” failed', '“Vase b” was rejected'])
  })

  it('reports only states that still apply', () => {
    put('a', 'needs_input')
    put('a', 'selecting')
    put('b', 'failed', { hidden: false })
    put('b', 'failed', { hidden: true })
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toEqual([])
  })

  it('isn’t shown for intermediate steps, and is shown only once', () => {
    put('a', 'running')
    put('a', 'needs_input')
    clock.pass(notificationGroupingDelayInMs)
    for (let poll = 0; poll < 5; poll++) put('a', 'needs_input', { polls: poll })
    clock.pass(60_000)
    expect(shows).toHaveLength(1)
  })

  it('isn’t shown if its kind is turned off', () => {
    rules = { ...rules, kinds: { ...rules.kinds, done: false } }
    put('a', 'done')
    put('b', 'failed')
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase b” failed'])
  })
})

describe('quiet hours', () => {
  beforeEach(() => {
    rules = { ...rules, quiet: { isOn: true, from: 11 * 60, to: 14 * 60 } }
  })

  it('delay notifications and end with one for all of them', () => {
    put('a', 'done')
    clock.pass(30 * 60_000)
    put('b', 'done')
    clock.pass(60 * 60_000)
    expect(shows).toEqual([])
    clock.pass(60 * 60_000)
    expect(shows.map(({ title }) => title)).toEqual(['2 results are done'])
  })

  it('drop notifications that the user has seen in the meantime', () => {
    put('a', 'done')
    clock.pass(60_000)
    notifications.windowFocused()
    clock.pass(3 * 3_600_000)
    expect(shows).toEqual([])
  })

  it('end immediately when the user turns them off', () => {
    put('a', 'done')
    clock.pass(60_000)
    rules = defaultNotificationSettings
    notifications.settingsChanged()
    clock.pass(0)
    expect(titles()).toEqual(['“Vase a” is done'])
  })
})

describe('a batch', () => {
  const row = (place: number) => ({
    batch: { id: 'batch', row: place, name: { code: 'row' as const, params: { row: place } }, cell: null }
  })

  it('is reported once, when its last row finishes', () => {
    for (const place of [1, 2, 3]) put(`row-${place}`, 'queued', row(place))
    put('row-1', 'done', row(1))
    put('row-2', 'failed', row(2))
    clock.pass(60_000)
    expect(shows).toEqual([])
    put('row-3', 'done', row(3))
    clock.pass(notificationGroupingDelayInMs)
    expect(onScreen).toMatchObject([{ title: 'Batch of 3 finished', body: '2 done, 1 failed, 10 credits charged' }])
    onScreen[0]?.click()
    expect(notifications.takeTarget()).toEqual({ to: 'queue', taskId: 'batch' })
  })

  it('is reported if its rows existed before the start', () => {
    put('row-1', 'done', row(1))
    put('row-2', 'running', row(2))
    startAgain()
    put('row-2', 'done', row(2))
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['Batch of 2 finished'])
  })

  it('is reported for a row that needs the user, but not if the user cancels the rest', () => {
    put('row-1', 'running', row(1))
    put('row-2', 'queued', row(2))
    put('row-1', 'needs_input', row(1))
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase row-1” needs attention'])
    notifications.windowFocused()
    put('row-1', 'done', row(1))
    put('row-2', 'cancelled', row(2))
    clock.pass(60_000)
    expect(shows).toHaveLength(1)
  })
})

describe('an account that needs fixing', () => {
  it('is reported once with the number of waiting tasks, and opens the account', () => {
    put('a', 'held', { hold: 'credits' })
    put('b', 'held', { hold: 'credits' })
    holdAccount('credits')
    holdAccount('credits')
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(1)
    expect(onScreen).toMatchObject([{ title: 'Not enough credits', body: expect.stringContaining('2 tasks are waiting.') }])
    onScreen[0]?.click()
    expect(notifications.takeTarget()).toEqual({ to: 'account' })
  })

  it('is not reported if it is fixed by then, nor if nothing is connected', () => {
    holdAccount('key')
    holdAccount(null)
    holdAccount('no-connection')
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toEqual([])
  })

  it('is reported again when it fails again', () => {
    holdAccount('key')
    clock.pass(notificationGroupingDelayInMs)
    notifications.windowFocused()
    holdAccount(null)
    holdAccount('key')
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(2)
  })
})

describe('after a restart', () => {
  it('notifications are not repeated', () => {
    put('a', 'done')
    put('b', 'needs_input')
    holdAccount('key')
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(3)
    startAgain()
    put('a', 'done')
    put('b', 'needs_input', { polls: 7 })
    holdAccount('key')
    clock.pass(60_000)
    expect(shows).toHaveLength(3)
  })

  it('changes since then are reported', () => {
    put('a', 'running')
    holdAccount('key')
    clock.pass(notificationGroupingDelayInMs)
    startAgain()
    put('a', 'done', { connectionId: 'default', acceptedAt: clock.now() + 1 })
    // The service has meanwhile accepted a task, so the key worked again. The hold is therefore a new problem.
    holdAccount('key')
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase a” is done', 'The API key no longer works'])
  })

  it('a click on an earlier notification keeps its target, and an unknown one opens the queue', () => {
    put('a', 'done')
    startAgain()
    notifications.lead('task-a')
    expect(notifications.takeTarget()).toEqual({ to: 'result', itemId: 'a-0' })
    notifications.lead('../../etc/passwd')
    expect(notifications.takeTarget()).toEqual({ to: 'queue', taskId: null })
  })

  it('unreadable saved state is ignored', () => {
    kept = { connectionId: 7 }
    notifications.close()
    notifications = start()
    holdAccount('key')
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(1)
  })
})

describe('notifications that were not shown before Kiln closed', () => {
  it('are shown at the next start, even if the window has focus by then', () => {
    put('a', 'done')
    put('b', 'failed', { failure: null })
    startAgain()
    isWindowFocused = true
    notifications.windowFocused()
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual(['“Vase a” is done', '“Vase b” failed'])
    startAgain()
    clock.pass(notificationGroupingDelayInMs)
    expect(titles()).toEqual([])
  })

  it('wait for the end of quiet hours, even after a kill', () => {
    rules = { ...rules, quiet: { isOn: true, from: 11 * 60, to: 13 * 60 } }
    put('a', 'done')
    // Simulates a kill: `notifications.close` isn't called.
    onScreen = []
    listeners = new Set()
    clock = createManualClock(clock.now())
    notifications = start()
    clock.pass(30 * 60_000)
    expect(titles()).toEqual([])
    clock.pass(31 * 60_000)
    expect(titles()).toEqual(['“Vase a” is done'])
  })

  it('are limited to states that still apply and that the user hasn’t seen', () => {
    put('a', 'needs_input')
    put('b', 'done')
    notifications.windowFocused()
    startAgain()
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toEqual([])
    put('c', 'needs_input')
    const task = tasks.get('c')
    notifications.close()
    if (task !== undefined) tasks.set('c', { ...task, phase: 'running' })
    notifications = start()
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toEqual([])
  })

  it('are dropped if the saved data can’t be read', () => {
    for (const nonsense of ['x', [{ group: 7, ids: [] }], [{ group: '__proto__', ids: ['a'] }]]) {
      notifications.close()
      untold = nonsense
      notifications = start()
      clock.pass(notificationGroupingDelayInMs)
      expect(shows).toEqual([])
    }
  })
})

describe('an inactive account', () => {
  it('is reported once for tasks on hold, and again only after the service accepted a task', () => {
    put('a', 'held', { connectionId: 'other', hold: 'credits' })
    put('b', 'held', { connectionId: 'other', hold: 'credits' })
    clock.pass(notificationGroupingDelayInMs)
    expect(onScreen).toMatchObject([{ title: 'Not enough credits', body: expect.stringContaining('“other”') }])
    expect(onScreen[0]?.body).toContain('2 tasks are waiting.')
    onScreen[0]?.click()
    expect(notifications.takeTarget()).toEqual({ to: 'queue', taskId: null })
    notifications.windowFocused()
    put('c', 'held', { connectionId: 'other', hold: 'credits' })
    clock.pass(minNotificationIntervalInMs)
    expect(shows).toHaveLength(1)
    put('a', 'running', { connectionId: 'other', hold: null, acceptedAt: clock.now() })
    put('d', 'held', { connectionId: 'other', hold: 'credits' })
    clock.pass(minNotificationIntervalInMs)
    expect(shows).toHaveLength(2)
  })

  it('isn’t reported if only its connection is missing, nor again after a restart', () => {
    put('a', 'held', { connectionId: 'other', hold: 'no-connection' })
    clock.pass(notificationGroupingDelayInMs)
    put('b', 'held', { connectionId: 'other', hold: 'key' })
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(1)
    startAgain()
    clock.pass(notificationGroupingDelayInMs)
    expect(shows).toHaveLength(1)
  })
})

describe('the start of Kiln', () => {
  it('from a notification is recognised', () => {
    expect(launchNotificationId({ identifier: 'task-a', actionIdentifier: 'x' })).toBe('task-a')
    expect(launchNotificationId({})).toBeNull()
    expect(launchNotificationId({ identifier: 7 })).toBeNull()
  })
})
