import { describe, expect, it } from 'vitest'
import { TileStore } from '../../../renderer/bridge/tile-store.ts'
import { aTile } from '../library/a-tile.ts'

/** Stubs a main process that responds only when the test triggers the response. */
function heldMain() {
  const questions: { readonly keys: readonly number[]; readonly answer: (isThere?: boolean) => Promise<void> }[] = []
  const store = new TileStore(
    (keys) =>
      new Promise((resolve) => {
        questions.push({
          keys,
          answer: async (isThere = true) => {
            resolve(isThere ? keys.map((key) => aTile({ key })) : null)
            await new Promise((done) => setImmediate(done))
          }
        })
      })
  )
  return { store, questions }
}
const keysFrom = (from: number, count: number) => Array.from({ length: count }, (_, step) => from + step)

describe('the tiles near the visible area', () => {
  it('are requested in order and in chunks, two requests at a time', () => {
    const { store, questions } = heldMain()
    store.want(keysFrom(1, 400))
    expect(questions.map(({ keys }) => [keys[0], keys.length])).toEqual([
      [1, 120],
      [121, 120]
    ])
  })

  it('are not requested if fast scrolling has passed them', async () => {
    const { store, questions } = heldMain()
    store.want(keysFrom(1, 1_000))
    store.want(keysFrom(20_000, 50))
    await questions[0]?.answer()
    expect(questions[2]?.keys[0]).toBe(20_000)
    await questions[2]?.answer()
    await questions[1]?.answer()
    expect(questions).toHaveLength(3)
  })

  it('are announced to their subscribers, and not requested again', async () => {
    const { store, questions } = heldMain()
    let told = 0
    store.subscribeTo(2, () => (told += 1))
    store.want([1, 2, 3])
    await questions[0]?.answer()
    expect(store.get(2)?.id).toBe('item-2')
    expect(told).toBe(1)
    store.want([3, 2, 1])
    expect(questions).toHaveLength(1)
  })

  it('stay visible while they are reloaded after a change', async () => {
    const { store, questions } = heldMain()
    store.want([1, 2])
    await questions[0]?.answer()
    store.refresh([2])
    expect(store.get(2)).toBeDefined()
    expect(questions[1]?.keys).toEqual([2])
  })

  it('ignore the response to a request from before a change', async () => {
    const { store, questions } = heldMain()
    store.want([1])
    store.refresh([1])
    expect(questions.map(({ keys }) => keys)).toEqual([[1], [1]])
    await questions[0]?.answer()
    expect(store.get(1)).toBeUndefined()
    await questions[1]?.answer()
    expect(store.get(1)).toBeDefined()
  })

  it('are not requested repeatedly when main has no response', async () => {
    const { store, questions } = heldMain()
    store.want([1, 2])
    await questions[0]?.answer(false)
    store.want([1, 2])
    expect(questions).toHaveLength(1)
    store.refresh([])
    expect(questions).toHaveLength(2)
  })

  it('are discarded after far scrolling, except those still shown', async () => {
    const { store, questions } = heldMain()
    store.subscribeTo(1, () => undefined)
    store.put([aTile({ key: 1 })])
    for (let from = 2; from < 4_000; from += 120) {
      store.want(keysFrom(from, 120))
      await questions.at(-1)?.answer()
    }
    expect(store.get(1)).toBeDefined()
    expect(store.get(2)).toBeUndefined()
    expect(store.get(4_000)).toBeDefined()
  })

  it('are cleared after a rebuild', () => {
    const { store } = heldMain()
    let told = 0
    store.put([aTile({ key: 1 })])
    store.subscribeTo(1, () => (told += 1))
    store.forgetAll()
    expect(store.get(1)).toBeUndefined()
    expect(told).toBe(1)
  })
})
