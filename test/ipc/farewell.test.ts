import { describe, expect, it } from 'vitest'
import { createFarewell } from '../../electron/ipc/farewell.ts'

function farewellTo(pages: number) {
  const said: string[] = []
  const timers: (() => void)[] = []
  const farewell = createFarewell({
    announce: (name) => said.push(name),
    openPages: () => pages,
    setTimer: (_delayInMs, run) => {
      timers.push(run)
      return () => said.push('stopped waiting')
    }
  })
  return { farewell, said, timers }
}

describe('the farewell to the pages', () => {
  it('waits until each has handed over what it held', async () => {
    const { farewell, said } = farewellTo(2)
    let isOver = false
    const saying = farewell.say().then(() => {
      isOver = true
    })
    expect(said).toEqual(['app.closing'])
    farewell.heard()
    await Promise.resolve()
    expect(isOver).toBe(false)
    farewell.heard()
    await saying
    expect(said).toEqual(['app.closing', 'stopped waiting'])
  })

  it('waits for no page that is not there, and not long for one that does not answer', async () => {
    const nobody = farewellTo(0)
    await nobody.farewell.say()
    expect(nobody.said).toEqual([])
    const silent = farewellTo(1)
    const saying = silent.farewell.say()
    silent.timers[0]?.()
    await saying
    expect(silent.said).toContain('stopped waiting')
  })
})
