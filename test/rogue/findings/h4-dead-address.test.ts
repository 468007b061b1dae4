import { describe, expect, it } from 'vitest'
import { openRogueSetup } from '../open-rogue-setup.ts'
import { createFileFault, type FileFaultKind } from '../personality.ts'

describe('H4: a dead address for which a query returns a new one', () => {
  it.each<[string, FileFaultKind]>([
    ['refuses connections', { kind: 'refused' }],
    ['resets connections', { kind: 'reset' }],
    ['sends no bytes', { kind: 'empty' }],
    ['responds with an HTML page', { kind: 'page' }],
    ['responds with 503', { kind: 'status', status: 503 }]
  ])('is replaced if it %s', async (_, does) => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path' },
      storage: { faults: [createFileFault({ does, until: { is: 'fresh-address' } })] }
    })
    const task = await setup.ask()
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })

  it('is replaced after a restart', async () => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path' },
      storage: { faults: [createFileFault({ does: { kind: 'refused' } })] }
    })
    const task = await setup.ask()
    await setup.until(task.id, 'collecting')
    await setup.studio.close()
    setup.service.change({ storage: { faults: [] } })
    await setup.reopen()
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })

  it('is replaced if the user checks again', async () => {
    const setup = await openRogueSetup({
      query: { addresses: 'new-path' },
      storage: { faults: [createFileFault({ does: { kind: 'refused' } })] }
    })
    const task = await setup.ask()
    await setup.until(task.id, 'collecting')
    setup.service.change({ storage: { faults: [] } })
    setup.studio.checkNow(task.id)
    await setup.until(task.id, 'done')
    expect(await setup.savedDigests()).toEqual(setup.known(task.id)?.outputs.flatMap(({ sha256 }) => sha256))
  })
})
