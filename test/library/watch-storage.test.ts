import { describe, expect, it } from 'vitest'
import type { FolderState } from '../../electron/library/judge-folder.ts'
import { createStorageWatch } from '../../electron/library/watch-storage.ts'
import { createHandDrivenClock } from '../api/mcp/hand-driven-clock.ts'

describe('the watch over storage', () => {
  it('is closed when a look that was under way is over, and looks no more', async () => {
    const steps: string[] = []
    const found = Promise.withResolvers<FolderState>()
    const watch = createStorageWatch({
      libraryFolder: () => '/library',
      dataFolder: '/data',
      stateOfFolder: async () => {
        steps.push('look')
        const state = await found.promise
        // Such as the mark of the folder, which is written down meanwhile.
        steps.push('written')
        return state
      },
      clock: createHandDrivenClock(),
      timeScale: 1,
      onChange: () => steps.push('told'),
      onLibraryMended: () => steps.push('mended')
    })
    void watch.look()
    const closing = watch.close().then(() => steps.push('closed'))
    found.resolve('missing')
    await closing
    await watch.look()
    expect(steps).toEqual(['look', 'written', 'closed'])
  })
})
