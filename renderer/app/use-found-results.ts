import { useEffect, useRef, useState } from 'react'
import type { LibraryTile } from '../../shared/library.ts'
import { request } from '../bridge/kiln.ts'

const none: readonly LibraryTile[] = []

/**
 * The newest results in the library with the words of a query, at most `limit`. While a newer question is out the answer before it stays, so
 * that nothing jumps. One question at a time: a fast hand asks for its last letter, not for each.
 */
export function useFoundResults(query: string, limit: number): readonly LibraryTile[] {
  const [found, setFound] = useState(none)
  const wanted = useRef('')
  const isAsking = useRef(false)

  useEffect(() => {
    wanted.current = query
    if (isAsking.current) return
    isAsking.current = true
    void askUntilStill().finally(() => {
      isAsking.current = false
    })

    async function askUntilStill(): Promise<void> {
      let asked: string | null = null
      while (asked !== wanted.current) {
        asked = wanted.current
        const outcome = asked === '' ? null : await request('library.find', { search: asked, limit })
        setFound(outcome?.ok === true ? outcome.value : none)
      }
    }
  }, [query, limit])
  return found
}
