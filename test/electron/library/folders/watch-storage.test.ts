import { describe, expect, it } from 'vitest'
import type { FolderState } from '../../../../electron/library/folders/determine-folder-state.ts'
import { createStorageWatch } from '../../../../electron/library/folders/watch-storage.ts'
import { newFault } from '../../../../shared/task/fault.ts'
import { createManualClock } from '../../service/mcp/manual-clock.ts'

describe('the storage watch', () => {
  it('closes after the current check, and doesn’t check again', async () => {
    const steps: string[] = []
    const found = Promise.withResolvers<FolderState>()
    const watch = createStorageWatch({
      libraryFolder: () => '/library',
      dataFolder: '/data',
      stateOfFolder: async () => {
        steps.push('look')
        const state = await found.promise
        // A check may write the folder marker. This step represents that write.
        steps.push('written')
        return state
      },
      clock: createManualClock(),
      timeScale: 1,
      onChange: () => steps.push('told'),
      onLibraryAvailable: () => steps.push('repaired')
    })
    void watch.check()
    const closing = watch.close().then(() => steps.push('closed'))
    found.resolve('missing')
    await closing
    await watch.check()
    expect(steps).toEqual(['look', 'written', 'closed'])
  })

  it('does not report a full disk again for an attempt that began before another one succeeded', () => {
    const told: string[] = []
    const watch = createStorageWatch({
      libraryFolder: () => '/library',
      dataFolder: '/data',
      stateOfFolder: async () => 'ready',
      clock: createManualClock(),
      timeScale: 1,
      onChange: ({ library }) => told.push(library),
      onLibraryAvailable: () => {}
    })
    const failed = { ok: false, fault: newFault('download', 'local', { localReason: 'disk-full' }) } as const
    const [first, late, saved] = [watch.startSaving(), watch.startSaving(), watch.startSaving()]
    first(failed)
    saved({ ok: true })
    late(failed)
    expect(told).toEqual(['full', 'ready'])
    watch.startSaving()(failed)
    expect(told).toEqual(['full', 'ready', 'full'])
  })
})
