import { startTransition, useEffect, useState } from 'react'

/** Returns false from a new query until the browser is idle. Visible content is rendered first, and the rest after that. */
export function useIsSettled(question: string): boolean {
  const [settled, setSettled] = useState(question)
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setSettled(question)), { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }, [question])
  return settled === question
}
