import { say } from '../../shared/i18n/say.ts'
import styles from './gallery-skeleton.module.css'

/** Static loading placeholder with the gallery's final layout. */
export function GallerySkeleton() {
  return (
    <div role="status" aria-label={say('Loading capabilities…')} className={styles.skeleton}>
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
