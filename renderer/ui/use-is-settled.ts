import { startTransition, useEffect, useState } from 'react'

/**
 * Returns whether `question` is settled. False when it changes. True again once the browser is idle after the next frame, at most 500 ms
 * later. Callers render visible content first, and the rest when the result is true. `first` is the question that is settled on mount. If
 * `first` is null, the result is also false on mount.
 */
export function useIsSettled(question: string, first: string | null = question): boolean {
  const [settled, setSettled] = useState(first)
  useEffect(() => {
    let idle = 0
    // The browser may be idle before it paints, while it waits for the next frame.
    const frame = requestAnimationFrame(() => {
      idle = requestIdleCallback(() => startTransition(() => setSettled(question)), { timeout: 500 })
    })
    return () => {
      cancelAnimationFrame(frame)
      cancelIdleCallback(idle)
    }
  }, [question])
  return settled === question
}
