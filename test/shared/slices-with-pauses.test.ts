import { describe, expect, it } from 'vitest'
import { slicesWithPauses } from '../../shared/slices-with-pauses.ts'

describe('slices of work', () => {
  it('contain every item once and in order, with a pause only between two slices', async () => {
    const steps: unknown[] = []
    const pause = async (): Promise<void> => void steps.push('pause')
    for await (const slice of slicesWithPauses([1, 2, 3, 4, 5, 6], pause, 3)) steps.push(slice)
    expect(steps).toEqual([[1, 2, 3], 'pause', [4, 5, 6]])
  })

  it('are never empty, and read no item before their turn', async () => {
    let taken = 0
    function* items(): Generator<number> {
      for (; taken < 100; taken += 1) yield taken
    }
    const slices = slicesWithPauses(items(), () => Promise.resolve(), 10)
    await slices.next()
    // Reads an 11th item to know whether there is another slice. `taken` doesn't count this item yet.
    expect(taken).toBe(10)
    expect(await slicesWithPauses([], () => Promise.resolve()).next()).toEqual({ value: undefined, done: true })
  })
})
