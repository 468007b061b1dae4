import { startTransition, useEffect, useState } from 'react'

/**
 * Returns false after `question` changes, until the next frame is painted and the browser is idle, or 500 ms have passed since that frame.
 * Callers render visible content first and the rest when the result is true. `first`: the question that is settled on mount. With null, the
 * result is false on mount too.
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
