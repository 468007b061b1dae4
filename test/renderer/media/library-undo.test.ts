import { afterEach, describe, expect, it, vi } from 'vitest'
import { lastUndoStep, moveToTrash, undoLibraryStep } from '../../../renderer/media/library-undo.ts'

describe('undoing a library change', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('waits for a visible deletion that main has not confirmed yet', async () => {
    const answers = stubMain()
    const deletion = moveToTrash([1])
    const pressed = lastUndoStep()
    answers.shift()?.({ ok: true, value: aReceipt('first') })
    expect(await pressed).toEqual({ kind: 'trash', receipt: aReceipt('first') })
    expect(await deletion).toEqual({ ok: true, value: aReceipt('first') })
  })

  it('skips deletions that failed or moved nothing', async () => {
    const answers = stubMain()
    const deletions = [moveToTrash([2]), moveToTrash([3])]
    const pressed = lastUndoStep()
    answers.shift()?.({ ok: false, message: 'The folder is not there.', advice: null, requestId: null, problems: [] })
    answers.shift()?.({ ok: true, value: { ...aReceipt('second'), count: 0 } })
    await Promise.all(deletions)
    const step = await pressed
    expect(step).toEqual({ kind: 'trash', receipt: aReceipt('first') })
    if (step === null) return
    const undone = undoLibraryStep(step)
    answers.shift()?.({ ok: true, value: null })
    await undone
    expect(await lastUndoStep()).toBeNull()
  })
})

function aReceipt(token: string): object {
  return { token, count: 1, failure: null, isStopped: false }
}

/** Stubs a main process that responds only when the test calls the returned functions. The oldest request comes first. */
function stubMain(): ((answer: unknown) => void)[] {
  const answers: ((answer: unknown) => void)[] = []
  const request = async (): Promise<unknown> => new Promise((resolve) => answers.push(resolve))
  vi.stubGlobal('window', { kiln: { request, listen: () => () => undefined } })
  return answers
}
