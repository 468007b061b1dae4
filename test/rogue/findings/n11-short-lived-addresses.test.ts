import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { createFileFault } from '../personality.ts'

describe('N11: result addresses that expire while downloads wait for a slot', () => {
  it('are downloaded newest first once the service has replaced them', async () => {
    const slow = createFileFault({ does: { kind: 'drip', bytesPerSecond: 300 } })
    const setup = await openRogueSetup({ query: { addresses: 'new-path' }, storage: { faults: [slow], addressLifeInSeconds: 25 } })
    const tasks = await Promise.all(Array.from({ length: 120 }, () => setup.ask()))
    for (const { id } of tasks) await setup.until(id, 'done')
    // About 320 downloads are expected. Downloading the oldest results first would take about 600, because most URLs would expire.
    expect(setup.callsTo('download')).toBeLessThan(450)
  })
})
