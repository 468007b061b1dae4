import { useEffect, useRef, useState } from 'react'
import type { LibraryTile } from '../../shared/library/library.ts'
import { request } from '../bridge/kiln.ts'

const none: readonly LibraryTile[] = []

/**
 * Returns the newest library items that match `query`, at most `limit`. Previous results stay visible during a search, to avoid layout
 * jumps. Only one search runs at a time. If the user types meanwhile, only the latest text is searched next.
 */
export function useLibrarySearch(query: string, limit: number): readonly LibraryTile[] {
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
