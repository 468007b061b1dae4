import { describe, expect, it } from 'vitest'
import { quitWords } from '../../electron/core/quit-words.ts'
import { standingWords } from '../../electron/core/tray-words.ts'
import { noWork, progressOf, workOf } from '../../electron/core/work-under-way.ts'
import { phases } from '../../shared/task.ts'
import { aTask } from '../renderer/a-task.ts'

describe('what a task stands for while it is not through', () => {
  it('follows from its phase', () => {
    expect(Object.fromEntries(phases.map((phase) => [phase, workOf(aTask({ id: 'a', phase }))]))).toEqual({
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

  it('is a question where it asks before sending, and nothing where it is hidden', () => {
    expect(workOf(aTask({ id: 'a', phase: 'held', question: { kind: 'limit', limit: 10, spent: 5, credits: 9 } as never }))).toBe('asking')
    expect(workOf(aTask({ id: 'a', phase: 'running', hidden: true }))).toBeNull()
  })
})

describe('how far a round of work is', () => {
  it.each([
    ['nothing runs', { running: 0, through: 3, bytes: null }, null],
    ['one task of which nobody knows', { running: 1, through: 0, bytes: null }, 'unknown'],
    ['one task whose file is on its way', { running: 1, through: 0, bytes: { done: 25, total: 100 } }, 0.25],
    ['a file of no bytes', { running: 1, through: 0, bytes: { done: 0, total: 0 } }, 'unknown'],
    ['several, by how many are through', { running: 3, through: 1, bytes: { done: 99, total: 100 } }, 0.25]
  ] as const)('is told for %s', (_what, round, told) => {
    expect(progressOf(round)).toBe(told)
  })
})

describe('the question before quitting', () => {
  it('says what goes on, what is begun again and what waits, in counts', () => {
    expect(quitWords({ 'at-service': 3, sending: 1, fetching: 2, waiting: 1, asking: 5 })).toEqual({
      message: 'Quit Kiln while there is work under way?',
      detail: [
        '3 tasks go on at the service. Kiln fetches what comes of them when it is open again.',
        '2 tasks are being fetched. That goes on where it was.',
        '1 task is sending its files. That begins again; nothing is spent before it is through.',
        '1 task waits here and was not sent. Nothing is spent on it meanwhile.'
      ].join('\n')
    })
  })

  it('is not asked where nothing is under way, a question to the person among it', () => {
    expect(quitWords({ ...noWork, asking: 2 })).toBeNull()
  })
})

describe('the line of the tray', () => {
  it('counts what runs, what waits and who needs a person', () => {
    expect(standingWords({ ...noWork, 'at-service': 2, fetching: 1, waiting: 4, asking: 1 })).toBe('3 running · 4 waiting · 1 needs you')
    expect(standingWords(noWork)).toBe('Nothing is running')
  })
})
