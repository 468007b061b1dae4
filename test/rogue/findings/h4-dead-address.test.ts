import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { rogueFileFault, type FileFaultKind } from '../personality.ts'

describe('H4: an address that is dead, where the query would name a good one', () => {
  it.each<[string, FileFaultKind]>([
    ['refuses connections', { kind: 'refused' }],
    ['resets connections', { kind: 'reset' }],
    ['has no bytes', { kind: 'empty' }],
    ['answers with a page', { kind: 'page' }],
    ['answers 503', { kind: 'status', status: 503 }]
  ])('is replaced by a fresh one when it %s', async (_, does) => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path' },
      storage: { faults: [rogueFileFault({ does, until: { is: 'fresh-address' } })] }
    })
    const task = await setup.ask()
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })

  it('is replaced by a fresh one after a restart', async () => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path' },
      storage: { faults: [rogueFileFault({ does: { kind: 'refused' } })] }
    })
    const task = await setup.ask()
    await setup.until(task.id, 'collecting')
    await setup.studio.close()
    setup.service.change({ storage: { faults: [] } })
    await setup.reopen()
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })

  it('is replaced by a fresh one when you ask to check again', async () => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path' },
      storage: { faults: [rogueFileFault({ does: { kind: 'refused' } })] }
    })
    const task = await setup.ask()
    await setup.until(task.id, 'collecting')
    setup.service.change({ storage: { faults: [] } })
    setup.studio.checkNow(task.id)
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })
})
