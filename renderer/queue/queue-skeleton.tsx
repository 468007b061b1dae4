import { say } from '../../shared/i18n/say.ts'
import styles from './queue-view.module.css'

/** Placeholder rows while the queue is loading. */
export function QueueSkeleton() {
  return (
    <div className={styles.skeletons} role="status" aria-busy="true" aria-label={say('Loading queue…')}>
      {Array.from({ length: 6 }, (_, place) => (
        <div key={place} className={styles.skeleton} />
      ))}
    </div>
  )
}
