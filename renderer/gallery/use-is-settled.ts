import { startTransition, useEffect, useState } from 'react'

/**
 * Returns false after `question` changes, until the browser is idle or 500 ms have passed. Callers render visible content first and the
 * rest when the result is true.
 */
export function useIsSettled(question: string): boolean {
  const [settled, setSettled] = useState(question)
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setSettled(question)), { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }, [question])
  return settled === question
}
