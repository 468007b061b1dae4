import { useEffect, useState } from 'react'
import type { LibraryChangedEvent } from '../../shared/library/library.ts'
import { subscribe } from '../bridge/kiln.ts'

/**
 * Returns the value that `load` requests from the library. Null until the value is known. Loads the value again after each change for which
 * `isAffected` returns true. If `load` resolves to null, the previous value stays. Both functions must be stable. Pass null as `load` to
 * request nothing.
 */
export function useLibraryValue<T>(
  load: (() => Promise<T | null>) | null,
  isAffected: (change: LibraryChangedEvent) => boolean = always
): T | null {
  const [value, setValue] = useState<T | null>(null)
  useEffect(() => {
    if (load === null) return undefined
    const current = load
    let latest = 0
    async function reload(): Promise<void> {
      const turn = ++latest
      const loaded = await current()
      if (turn === latest && loaded !== null) setValue(loaded)
    }
    const stop = subscribe('library.changed', (change) => {
      if (isAffected(change)) void reload()
    })
    void reload()
    return () => {
      latest = Infinity
      stop()
    }
  }, [load, isAffected])
  return value
}

/** True if a change added or removed items. Other changes, such as a rating, don't affect the items' number or age. */
export function addsOrRemovesItems({ added, removed, isReset }: LibraryChangedEvent): boolean {
  return isReset || added.length + removed.length > 0
}

function always(): boolean {
  return true
}
