import { startTransition, useEffect, useState } from 'react'

/** False from a new query until the page has a pause: visible content is drawn first, and the rest when nothing else is waiting. */
export function useIsSettled(question: string): boolean {
  const [settled, setSettled] = useState(question)
  useEffect(() => {
    const handle = requestIdleCallback(() => startTransition(() => setSettled(question)), { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }, [question])
  return settled === question
}
