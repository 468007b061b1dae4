import { describe, expect, it } from 'vitest'
import { quitText } from '../../../../electron/desktop/dialogs/quit-text.ts'
import { trayStatusText } from '../../../../electron/desktop/tray/tray-text.ts'
import {
  emptyUnfinishedTaskCounts,
  overallProgressFraction,
  unfinishedTaskState
} from '../../../../electron/desktop/tray/unfinished-task-state.ts'
import { phases } from '../../../../shared/task/task.ts'
import { aTask } from '../../../renderer/a-task.ts'

describe('the work of an unfinished task', () => {
  it('depends on its phase', () => {
    expect(Object.fromEntries(phases.map((phase) => [phase, unfinishedTaskState(aTask({ id: 'a', phase }))]))).toEqual({
      queued: 'waiting',
      uploading: 'sending',
      submitting: 'at-service',
      unconfirmed: 'at-service',
      running: 'at-service',
      needs_input: 'asking',
      selecting: 'at-service',
      collecting: 'fetching',
      done: null,
      failed: null,
      refused: null,
      held: 'waiting',
      support: 'asking',
      cancelled: null
    })
  })

  it('is “asking” if the task needs a confirmation, and null if it’s hidden', () => {
    expect(
      unfinishedTaskState(aTask({ id: 'a', phase: 'held', question: { kind: 'limit', limit: 10, spent: 5, credits: 9 } as never }))
    ).toBe('asking')
    expect(unfinishedTaskState(aTask({ id: 'a', phase: 'running', hidden: true }))).toBeNull()
  })
})

describe('the progress of a round of work', () => {
  it.each([
    ['no running task', { running: 0, through: 3, bytes: null }, null],
    ['one task with unknown progress', { running: 1, through: 0, bytes: null }, 'unknown'],
    ['one task that transfers a file', { running: 1, through: 0, bytes: { done: 25, total: 100 } }, 0.25],
    ['an empty file', { running: 1, through: 0, bytes: { done: 0, total: 0 } }, 'unknown'],
    ['several tasks, by the number of finished ones', { running: 3, through: 1, bytes: { done: 99, total: 100 } }, 0.25]
  ] as const)('is computed for %s', (_what, round, told) => {
    expect(overallProgressFraction(round)).toBe(told)
  })
})

describe('the quit confirmation', () => {
  it('counts the tasks that continue, restart or wait', () => {
    expect(quitText({ 'at-service': 3, sending: 1, fetching: 2, waiting: 1, asking: 5 })).toEqual({
      message: 'Quit Kiln while tasks are running?',
      detail: [
        '3 tasks continue at the service. Kiln downloads their results when you open Kiln again.',
        '2 tasks are downloading. The downloads resume when you open Kiln again.',
        '1 task is uploading files. The upload restarts when you open Kiln again. Nothing is charged before it’s complete.',
        '1 task is waiting and wasn’t sent, so nothing is charged.'
      ].join('\n')
    })
  })

  it('isn’t shown if nothing is running, even if a task needs the user', () => {
    expect(quitText({ ...emptyUnfinishedTaskCounts, asking: 2 })).toBeNull()
  })
})

describe('the tray’s status line', () => {
  it('counts the tasks that run, wait or need the user', () => {
    expect(trayStatusText({ ...emptyUnfinishedTaskCounts, 'at-service': 2, fetching: 1, waiting: 4, asking: 1 })).toBe(
      '3 running · 4 waiting · 1 needs attention'
    )
    expect(trayStatusText(emptyUnfinishedTaskCounts)).toBe('Nothing is running')
  })
})
