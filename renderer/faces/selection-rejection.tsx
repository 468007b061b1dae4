import { say } from '../../shared/i18n/say.ts'
import { Banner } from '../ui/banner.tsx'
import styles from './faces-view.module.css'

/** Says why the last selection wasn't sent. Shows nothing if `refusal` is null. */
export function SelectionRejection({ refusal }: { readonly refusal: string | null }) {
  if (refusal === null) return null
  return (
    <div className={styles.refusal}>
      <Banner tone="failed" icon="warning" title={say('Your selection wasn’t sent')}>
        {refusal}
      </Banner>
    </div>
  )
}
