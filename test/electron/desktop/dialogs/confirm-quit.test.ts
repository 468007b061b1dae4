import { describe, expect, it } from 'vitest'
import { emptyUnfinishedTaskCounts } from '../../../../electron/desktop/tray/unfinished-task-state.ts'
import { autostartEntry } from '../../../../electron/launch/autostart-entry.ts'
import { createQuitConfirmation, type QuitChoice } from '../../../../electron/desktop/dialogs/confirm-quit.ts'

function open(answer: QuitChoice, { isWanted = true, running = 1 } = {}) {
  const done: string[] = []
  let answers = Promise.withResolvers<void>()
  const question = createQuitConfirmation({
    counts: () => ({ ...emptyUnfinishedTaskCounts, 'at-service': running }),
    isWanted: () => isWanted,
    ask: async () => {
      done.push('asked')
      await answers.promise
      return answer
    },
    stopAsking: () => void done.push('never again'),
    quit: () => void done.push('quit')
  })
  const settle = async (): Promise<void> => {
    answers.resolve()
    answers = Promise.withResolvers()
    await new Promise(setImmediate)
  }
  return { question, done, settle }
}

describe('quitting', () => {
  it('asks once while tasks are running, and quits after the user confirms', async () => {
    const { question, done, settle } = open({ quits: true, isForGood: false })
    question.quit()
    question.quit()
    expect(done).toEqual(['asked'])
    await settle()
    expect(done).toEqual(['asked', 'quit'])
  })

  it('is cancelled if the user declines, whatever else is ticked, and asks again next time', async () => {
    const { question, done, settle } = open({ quits: false, isForGood: true })
    question.quit()
    await settle()
    question.quit()
    expect(done).toEqual(['asked', 'asked'])
  })

  it('stops asking after the user turns the question off', async () => {
    const { question, done, settle } = open({ quits: true, isForGood: true })
    question.quit()
    await settle()
    expect(done).toEqual(['asked', 'never again', 'quit'])
  })

  it('continues without a question if nothing runs or the question is turned off', () => {
    for (const kind of [{ running: 0 }, { isWanted: false }]) {
      const { question, done } = open({ quits: false, isForGood: false }, kind)
      expect(question.isAsking()).toBe(false)
      question.quit()
      expect(done).toEqual(['quit'])
    }
  })
})

describe('the autostart file on Linux', () => {
  it('names the program and its arguments', () => {
    expect(autostartEntry(['/opt/Kiln/kiln', '--hidden'])).toContain('\nExec=/opt/Kiln/kiln --hidden\n')
  })

  it('quotes characters that a desktop would interpret', () => {
    const asFile = String.raw`Exec="/home/a b/Kiln 100%%.AppImage" "x\\$\\"\\~\\\\"`.replace('~', '`')
    expect(autostartEntry(['/home/a b/Kiln 100%.AppImage', 'x$"`\\'])).toContain(asFile)
    expect(autostartEntry(['a\nExec=evil'])).not.toMatch(/^Exec=evil/m)
  })
})
