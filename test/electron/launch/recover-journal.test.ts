import { describe, expect, it } from 'vitest'
import { openOrRecoverJournal, type JournalRecoveryDialog } from '../../../electron/launch/recover-journal.ts'
import type { Backup } from '../../../electron/tasks/journal/backups.ts'
import { JournalError } from '../../../electron/tasks/journal/journal-errors.ts'

const damaged = new JournalError('damaged', '/data/journal.db')
const missing = new JournalError('missing', '/data/journal.db')
const newest: Backup = { path: '/data/backups/2', at: new Date(2026, 10, 20, 14, 2).getTime() }
const older: Backup = { path: '/data/backups/1', at: new Date(2026, 10, 19, 9, 30).getTime() }

/**
 * Simulates a start. `fails`: errors of the first attempts to open the journal. `presses`: first words of the buttons that the user
 * presses, in order. `unusable`: backups that can't be restored.
 */
function start(parts: {
  readonly fails: readonly Error[]
  readonly backups: readonly Backup[]
  readonly presses: readonly string[]
  readonly unusable?: readonly Backup[]
}) {
  const fails = [...parts.fails]
  const presses = [...parts.presses]
  const told = { questions: [] as JournalRecoveryDialog[], restored: [] as (Backup | null)[], shown: 0 }
  const opened = openOrRecoverJournal({
    open: () => {
      const error = fails.shift()
      return error === undefined ? Promise.resolve('open') : Promise.reject(error)
    },
    backups: () => Promise.resolve(parts.backups),
    restore: (backup) => {
      if (backup !== null && parts.unusable?.includes(backup) === true) return Promise.reject(damaged)
      told.restored.push(backup)
      return Promise.resolve('/data/quarantine/1')
    },
    ask: (question) => {
      told.questions.push(question)
      const press = presses.shift()
      const place = question.buttons.findIndex((words) => press !== undefined && words.startsWith(press))
      return Promise.resolve(place === -1 ? question.cancelId : place)
    },
    showFolder: () => {
      told.shown += 1
    },
    onRestored: () => undefined
  })
  return { opened, told }
}

describe('a damaged journal', () => {
  it('is replaced by its newest backup if the user chooses that', async () => {
    const { opened, told } = start({ fails: [damaged], backups: [newest, older], presses: ['Restore backup from 20 Nov'] })
    expect(await opened).toBe('open')
    expect(told.restored).toEqual([newest])
    expect(told.questions[0]?.buttons).toEqual([
      expect.stringMatching(/^Restore backup from 20 Nov.*14:02$/),
      expect.stringMatching(/^Restore backup from 19 Nov.*09:30$/),
      'Use empty journal',
      'Show folder',
      'Quit'
    ])
  })

  it('prompts again if the restored backup also fails', async () => {
    const { opened, told } = start({
      fails: [damaged, damaged],
      backups: [newest, older],
      presses: ['Restore backup from 20', 'Restore backup from 19']
    })
    expect(await opened).toBe('open')
    expect(told.restored).toEqual([newest, older])
  })

  it('prompts again without the newest backup if that one is damaged too', async () => {
    const oldest: Backup = { path: '/data/backups/0', at: new Date(2026, 10, 18, 8, 0).getTime() }
    const { opened, told } = start({
      fails: [damaged],
      backups: [newest, older, oldest],
      unusable: [newest],
      presses: ['Restore backup from 20', 'Restore backup from 19']
    })
    expect(await opened).toBe('open')
    expect(told.restored).toEqual([older])
    expect(told.questions[1]?.message).toMatch(/^The backup from 20 Nov.* is damaged\.$/)
    expect(told.questions[1]?.buttons.slice(0, 2)).toEqual([expect.stringMatching(/19 Nov/), expect.stringMatching(/18 Nov/)])
  })

  it('stays unchanged if the user quits', async () => {
    const { opened, told } = start({ fails: [damaged], backups: [], presses: [] })
    await expect(opened).rejects.toBe(damaged)
    expect(told.restored).toEqual([])
    expect(told.questions[0]?.detail).toMatch(/no backup yet/)
  })

  it('can be inspected first', async () => {
    const { opened, told } = start({ fails: [damaged, damaged], backups: [newest], presses: ['Show folder', 'Use empty journal'] })
    expect(await opened).toBe('open')
    expect([told.shown, told.restored]).toEqual([1, [null]])
  })
})

describe('a missing journal', () => {
  it('prompts with the same options as a damaged one', async () => {
    const { opened, told } = start({ fails: [missing], backups: [newest], presses: ['Restore backup from 20'] })
    expect(await opened).toBe('open')
    expect(told.restored).toEqual([newest])
    expect(told.questions[0]).toMatchObject({
      message: 'Kiln’s task journal is missing.',
      detail: expect.stringContaining('move it back and open Kiln again. There’s a backup from 20 Nov'),
      buttons: [expect.stringMatching(/^Restore backup from/), 'Use empty journal', 'Show folder', 'Quit']
    })
  })

  it('stays unchanged if the user quits', async () => {
    const { opened, told } = start({ fails: [missing], backups: [], presses: [] })
    await expect(opened).rejects.toBe(missing)
    expect(told.restored).toEqual([])
  })
})

describe('any other startup error', () => {
  it('doesn’t offer a backup', async () => {
    const newer = new JournalError('newer', '/data/journal.db')
    const { opened, told } = start({ fails: [newer], backups: [newest], presses: [] })
    await expect(opened).rejects.toBe(newer)
    expect(told.questions).toEqual([])
  })
})
