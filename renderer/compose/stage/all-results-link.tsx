import { useEffect, useState } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { unfilteredQuery } from '../../../shared/library/query-defaults.ts'
import { request, subscribe } from '../../bridge/kiln.ts'
import { Button } from '../../ui/button.tsx'
import { allResultsHeight } from './stage-rows.ts'
import styles from './stage.module.css'

type AllResultsLinkProps = {
  readonly capabilityId: string
  /** False while the view opens. The link is then an empty space. */
  readonly isSettled: boolean
  readonly onShowAll: (capabilityId: string) => void
}

/** Link above the earlier runs to all results of the capability, also those that aren’t on the stage. */
export function AllResultsLink({ capabilityId, isSettled, onShowAll }: AllResultsLinkProps) {
  const count = useResultCount(isSettled ? capabilityId : null)
  return (
    <div className={styles.allResults} style={{ height: allResultsHeight }}>
      {count > 0 && (
        <Button variant="quiet" size="small" icon="library" onClick={() => onShowAll(capabilityId)}>
          {say('All {count, number} in Library', { count })}
        </Button>
      )}
    </div>
  )
}

/** Number of the capability’s results in the library. 0 until it’s known. */
function useResultCount(capabilityId: string | null): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (capabilityId === null) return undefined
    let latest = 0
    async function load(id: string): Promise<void> {
      const turn = ++latest
      const outcome = await request('library.query', { ...unfilteredQuery, capabilities: [id] })
      if (turn === latest && outcome.ok) setCount(outcome.value.keys.length)
    }
    const stop = subscribe('library.changed', () => void load(capabilityId))
    void load(capabilityId)
    return () => {
      latest = Infinity
      stop()
    }
  }, [capabilityId])
  return count
}
