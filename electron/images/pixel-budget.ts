export type PixelBudget = <T>(pixels: number, work: () => Promise<T>) => Promise<T>

/**
 * Limits how many pixels are decoded at the same time. Work starts in the order in which it was requested. An image above the limit is
 * decoded alone.
 */
export function createPixelBudget(mostPixels: number): PixelBudget {
  const waiting: { readonly share: number; readonly start: () => void }[] = []
  let used = 0

  function startNext(): void {
    for (let next = waiting[0]; next !== undefined && used + next.share <= mostPixels; next = waiting[0]) {
      waiting.shift()
      used += next.share
      next.start()
    }
  }

  return async (pixels, work) => {
    const share = Math.min(pixels, mostPixels)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ share, start: resolve })
    startNext()
    await promise
    try {
      return await work()
    } finally {
      used -= share
      startNext()
    }
  }
}
