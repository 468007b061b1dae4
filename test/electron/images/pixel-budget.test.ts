import { describe, expect, it } from 'vitest'
import { createPixelBudget } from '../../../electron/images/pixel-budget.ts'

describe('the pixel budget', () => {
  it('decodes images concurrently while their pixels fit, and a larger one alone', async () => {
    const within = createPixelBudget(100)
    const running = new Set<number>()
    const together: number[][] = []
    const decode = (pixels: number): Promise<void> =>
      within(pixels, async () => {
        running.add(pixels)
        together.push([...running])
        await new Promise(setImmediate)
        running.delete(pixels)
      })
    await Promise.all([decode(60), decode(40), decode(50), decode(500), decode(10)])
    expect(together).toEqual([[60], [60, 40], [40, 50], [500], [10]])
  })

  it('releases a failed image’s pixels', async () => {
    const within = createPixelBudget(100)
    await expect(within(100, () => Promise.reject(new Error('It can’t be decoded.')))).rejects.toThrow('It can’t be decoded.')
    expect(await within(100, () => Promise.resolve('decoded'))).toBe('decoded')
  })
})
