import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadLibraryTiles } from '../../../renderer/library/load-library-tiles.ts'
import { libraryTileStore } from '../../../renderer/library/grid-store.ts'
import { aTile } from './a-tile.ts'

describe('the items of a selection', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    libraryTileStore.forgetAll()
  })

  it('are all read in order, including those whose tiles were never drawn', async () => {
    const keys = Array.from({ length: 1_260 }, (_, place) => place + 1)
    const request = vi.fn<(name: string, input: { readonly keys: readonly number[] }) => Promise<unknown>>(async (_name, { keys: some }) =>
      Promise.resolve({ ok: true, value: some.map((key) => aTile({ key, id: `item-${key}` })) })
    )
    vi.stubGlobal('window', { kiln: { request } })
    libraryTileStore.put(keys.slice(0, 30).map((key) => aTile({ key, id: `item-${key}` })))
    expect((await loadLibraryTiles(keys.toReversed()))?.map(({ id }) => id)).toEqual(keys.toReversed().map((key) => `item-${key}`))
    expect(request.mock.calls.map(([, asked]) => asked.keys.length)).toEqual([500, 500, 230])
  })

  it('are not returned in part', async () => {
    vi.stubGlobal('window', { kiln: { request: async () => Promise.resolve({ ok: false, message: 'Not now.', advice: null }) } })
    expect(await loadLibraryTiles([1, 2])).toBe(null)
  })
})
