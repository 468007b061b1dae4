import { describe, expect, it } from 'vitest'
import { noWork } from '../../electron/core/active-work.ts'
import { autostartEntry } from '../../electron/desktop/autostart-entry.ts'
import { createQuitConfirmation, type QuitChoice } from '../../electron/desktop/confirm-quit.ts'

function open(answer: QuitChoice, { isWanted = true, running = 1 } = {}) {
  const done: string[] = []
  let answers = Promise.withResolvers<void>()
  const question = createQuitConfirmation({
    counts: () => ({ ...noWork, 'at-service': running }),
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
  it('asks once while work is under way, and quits when it is told to', async () => {
    const { question, done, settle } = open({ quits: true, isForGood: false })
    question.quit()
    question.quit()
    expect(done).toEqual(['asked'])
    await settle()
    expect(done).toEqual(['asked', 'quit'])
  })

  it('stays when it is told to, whatever else was ticked, and asks again the next time', async () => {
    const { question, done, settle } = open({ quits: false, isForGood: true })
    question.quit()
    await settle()
    question.quit()
    expect(done).toEqual(['asked', 'asked'])
  })

  it('remembers not to ask again', async () => {
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

describe('the file that starts Kiln with a session on Linux', () => {
  it('names program and arguments', () => {
    expect(autostartEntry(['/opt/Kiln/kiln', '--hidden'])).toContain('\nExec=/opt/Kiln/kiln --hidden\n')
  })

  it('quotes what a desktop would read as something else', () => {
    const asFile = String.raw`Exec="/home/a b/Kiln 100%%.AppImage" "x\\$\\"\\~\\\\"`.replace('~', '`')
    expect(autostartEntry(['/home/a b/Kiln 100%.AppImage', 'x$"`\\'])).toContain(asFile)
    expect(autostartEntry(['a\nExec=evil'])).not.toMatch(/^Exec=evil/m)
  })
})
