import { say } from '../../shared/words/say.ts'
import styles from './library-skeleton.module.css'

/** Rows of shapes as they come; width over height. */
const rows = [
  [1.33, 1.33, 1.33, 0.8, 1.25],
  [1, 1.78, 1, 1, 1, 1.78],
  [0.75, 1.78, 0.8, 0.8, 1, 1.78]
] as const

/** The true shapes, still. */
export function LibrarySkeleton() {
  return (
    <div role="status" aria-label={say('Reading the library')} className={styles.skeleton}>
      <div className={styles.head} />
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
