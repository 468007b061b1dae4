import { say } from '../../shared/words/say.ts'
import styles from './gallery-skeleton.module.css'

/** The true shapes, still. */
export function GallerySkeleton() {
  return (
    <div role="status" aria-label={say('Reading the capabilities')} className={styles.skeleton}>
      {Array.from({ length: 10 }, (_, place) => (
        <div key={place}>
          <div className={styles.cover} />
          <div className={styles.name} />
          <div className={styles.meta} />
        </div>
      ))}
    </div>
  )
}
