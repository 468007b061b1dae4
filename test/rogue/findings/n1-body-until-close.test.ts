import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import type { ImageKind } from '../personality.ts'

describe('N1: a result without a length that ends with the connection', () => {
  it.each<ImageKind>(['png', 'large-png', 'unknown'])('is saved completely (%s)', async (images) => {
    const setup = await openRogueSetup({ storage: { images, length: 'until-close' } })
    const task = await setup.ask()
    const done = await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs[0]?.sha256)
    expect(done.results[0]?.bytes).toBeGreaterThan(0)
  })
})
