import { useEffect, useState } from 'react'
import { indexingJobName } from '../../shared/library/query-defaults.ts'
import { say } from '../../shared/i18n/say.ts'
import { subscribe } from '../bridge/kiln.ts'
import styles from './library-skeleton.module.css'

/** Typical rows of aspect ratios, width over height. */
const rows = [
  [1.33, 1.33, 1.33, 0.8, 1.25],
  [1, 1.78, 1, 1, 1, 1.78],
  [0.75, 1.78, 0.8, 0.8, 1, 1.78]
] as const

/**
 * Loading placeholder with realistic but static tile shapes. Also shows the progress of indexing, because a large library takes a while.
 */
export function LibrarySkeleton() {
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      subscribe('library.progress', ({ job, done }) => {
        if (job === indexingJobName) setCount(done)
      }),
    []
  )
  return (
    <div role="status" aria-label={say('Loading library…')} className={styles.skeleton}>
      <div className={styles.head}>
        {count > 0 && (
          <span aria-hidden="true" className="ink-2 num">
            {say('Loading library: {count, plural, one {# result} other {# results}} so far', { count })}
          </span>
        )}
      </div>
      {rows.map((row) => (
        <div key={row.join(' ')} className={styles.row}>
          {row.map((ratio, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never move
            <div key={place} className={styles.tile} style={{ flexGrow: ratio }} />
          ))}
        </div>
      ))}
    </div>
  )
}
