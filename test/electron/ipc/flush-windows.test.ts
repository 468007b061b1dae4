import { describe, expect, it } from 'vitest'
import { createWindowFlush } from '../../../electron/ipc/flush-windows.ts'

function flushOf(pages: number) {
  const said: string[] = []
  const timers: (() => void)[] = []
  const windowFlush = createWindowFlush({
    announce: (name) => said.push(name),
    openPages: () => pages,
    setTimer: (_delayInMs, run) => {
      timers.push(run)
      return () => said.push('stopped waiting')
    }
  })
  return { windowFlush, said, timers }
}

describe('flushing the windows', () => {
  it('waits until every page has sent its unsaved data', async () => {
    const { windowFlush, said } = flushOf(2)
    let isOver = false
    const saying = windowFlush.say().then(() => {
      isOver = true
    })
    expect(said).toEqual(['app.closing'])
    windowFlush.heard()
    await Promise.resolve()
    expect(isOver).toBe(false)
    windowFlush.heard()
    await saying
    expect(said).toEqual(['app.closing', 'stopped waiting'])
  })

  it('doesn’t wait without pages, and stops waiting for an unresponsive one', async () => {
    const noPages = flushOf(0)
    await noPages.windowFlush.say()
    expect(noPages.said).toEqual([])
    const silent = flushOf(1)
    const saying = silent.windowFlush.say()
    silent.timers[0]?.()
    await saying
    expect(silent.said).toContain('stopped waiting')
  })
})
