import type { StudioParts } from './studio-parts.ts'

/** Resolves after the delay, or when the studio closes. */
export function pauseUntilClosed({ clock, pauses }: Pick<StudioParts, 'clock' | 'pauses'>, delayInMs: number): Promise<void> {
  return new Promise((endPause) => {
    const end = (): void => {
      stop()
      pauses.delete(end)
      endPause()
    }
    const stop = clock.setTimer(delayInMs, end)
    pauses.add(end)
  })
}
