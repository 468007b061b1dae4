import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'

describe('M5: a finished task with fewer results than requested', () => {
  it('is checked again, and all results are saved once the service lists them', async () => {
    const setup = await openRogueSetup({ query: { partialAnswers: 1 } })
    const task = await setup.ask({ imageNum: '3' })
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(
      setup
        .known(task.id)
        ?.outputs.flatMap(({ sha256 }) => sha256)
        .toSorted()
    )
  })

  it('is done with the available results if the service never lists more', async () => {
    const setup = await openRogueSetup({ query: { partialAnswers: 1_000_000 } })
    const task = await setup.ask({ imageNum: '3' })
    const done = await setup.until(task.id, 'done')
    expect(done.results).toHaveLength(1)
    expect(setup.callsTo('query')).toBeGreaterThan(1)
  })
})
