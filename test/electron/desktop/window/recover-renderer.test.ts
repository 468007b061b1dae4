import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { recoverRenderer, type RendererFailure } from '../../../../electron/desktop/window/recover-renderer.ts'

function openPage({ isQuitting = false } = {}) {
  const done: string[] = []
  const questions: { readonly trouble: RendererFailure; readonly signal: AbortSignal; readonly answer: (reloads: boolean) => void }[] = []
  const clock = { now: 1_000_000 }
  const contents = Object.assign(new EventEmitter(), {
    reload: () => void done.push('reload'),
    forcefullyCrashRenderer: () => {
      done.push('end')
      contents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
    },
    isDestroyed: () => false
  })
  recoverRenderer(contents as unknown as Parameters<typeof recoverRenderer>[0], {
    ask: (trouble, signal) => new Promise((answer) => questions.push({ trouble, signal, answer })),
    isQuitting: () => isQuitting,
    onFailure: (event) => void done.push(event),
    now: () => clock.now
  })
  const crash = async (reason = 'crashed'): Promise<void> => {
    contents.emit('render-process-gone', {}, { reason, exitCode: 1 })
    await nextTurn()
  }
  const answer = async (reloads: boolean): Promise<void> => {
    questions.at(-1)?.answer(reloads)
    await nextTurn()
    await nextTurn()
  }
  return { contents, done, questions, clock, crash, answer }
}

describe('a page whose process ended', () => {
  it('is reloaded once, and prompts if it ends again soon after', async () => {
    const { done, questions, clock, crash, answer } = openPage()
    await crash()
    expect(done).toEqual(['page.gone', 'reload'])
    clock.now += 59_000
    await crash('oom')
    expect(done).toEqual(['page.gone', 'reload', 'page.gone'])
    expect(questions.map(({ trouble }) => trouble)).toEqual(['gone'])
    await answer(true)
    expect(done.at(-1)).toBe('reload')
  })

  it('stays as it is if the user declines to reload it', async () => {
    const { done, crash, answer } = openPage()
    await crash()
    await crash()
    await answer(false)
    expect(done.filter((name) => name === 'reload')).toHaveLength(1)
  })

  it('is reloaded again without a prompt if the last time was long ago', async () => {
    const { done, questions, clock, crash } = openPage()
    await crash()
    clock.now += 60_000
    await crash()
    expect(done.filter((name) => name === 'reload')).toHaveLength(2)
    expect(questions).toEqual([])
  })

  it('isn’t reloaded if it exits without a fault, or while Kiln quits', async () => {
    const closed = openPage()
    await closed.crash('clean-exit')
    expect(closed.done).toEqual(['page.gone'])
    const quitting = openPage({ isQuitting: true })
    await quitting.crash()
    expect(quitting.done).toEqual(['page.gone'])
  })
})

describe('an unresponsive page', () => {
  it('is ended and reloaded if the user agrees, without a second question', async () => {
    const { contents, done, questions, crash, answer } = openPage()
    await crash()
    contents.emit('unresponsive')
    await answer(true)
    expect(questions.map(({ trouble }) => trouble)).toEqual(['hung'])
    expect(done).toEqual(['page.gone', 'reload', 'page.unresponsive', 'end', 'page.gone', 'reload'])
  })

  it('withdraws the prompt when it responds again', async () => {
    const { contents, done, questions, answer } = openPage()
    contents.emit('unresponsive')
    contents.emit('unresponsive')
    expect(questions).toHaveLength(1)
    contents.emit('responsive')
    expect(questions[0]?.signal.aborted).toBe(true)
    await answer(true)
    expect(done).toEqual(['page.unresponsive', 'page.unresponsive'])
  })

  it('can be waited for', async () => {
    const { contents, done, answer } = openPage()
    contents.emit('unresponsive')
    await answer(false)
    expect(done).toEqual(['page.unresponsive'])
  })
})
