import { useCallback } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { unfilteredQuery } from '../../../shared/library/query-defaults.ts'
import { request } from '../../bridge/kiln.ts'
import { addsOrRemovesItems, useLibraryValue } from '../../media/use-library-value.ts'
import { Button } from '../../ui/button.tsx'
import { allResultsHeight } from './stage-rows.ts'
import styles from './stage.module.css'

type AllResultsLinkProps = {
  readonly capabilityId: string
  /** False while the view opens. The link's space then stays empty. */
  readonly isSettled: boolean
  readonly onShowAll: (capabilityId: string) => void
}

/** Link above the earlier runs to all results of the capability. The library also lists results that aren’t on the stage. */
export function AllResultsLink({ capabilityId, isSettled, onShowAll }: AllResultsLinkProps) {
  const count = useResultCount(isSettled ? capabilityId : null)
  return (
    <div className={styles.allResults} style={{ height: allResultsHeight }}>
      {count > 0 && (
        <Button variant="quiet" size="small" icon="library" onClick={() => onShowAll(capabilityId)}>
          {say('{count, plural, one {# result in Library} other {All # results in Library}}', { count })}
        </Button>
      )}
    </div>
  )
}

/** Returns the number of the capability’s results in the library. 0 until it’s known, and if `capabilityId` is null. */
function useResultCount(capabilityId: string | null): number {
  const load = useCallback(async () => {
    if (capabilityId === null) return null
    const outcome = await request('library.query', { ...unfilteredQuery, capabilities: [capabilityId] })
    return outcome.ok ? outcome.value.keys.length : null
  }, [capabilityId])
  return useLibraryValue(capabilityId === null ? null : load, addsOrRemovesItems) ?? 0
}
