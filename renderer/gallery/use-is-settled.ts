import { startTransition, useEffect, useState } from 'react'

/**
 * False from a new question until the page has a pause: what is in sight is drawn first, and what is only at hand when nobody waits for it.
 */
export function useIsSettled(question: string): boolean {
  const [settled, setSettled] = useState(question)
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setSettled(question)), { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }, [question])
  return settled === question
}
