import { say } from '../../shared/i18n/say.ts'
import { Inspector, View } from '../ui/view.tsx'
import styles from './compose-view.module.css'

/** Placeholder for a form that is loading. */
export function ComposeSkeleton({ title }: { readonly title: string }) {
  return (
    <View
      label={title}
      bar={
        <h1 dir="auto" className="cut">
          {title}
        </h1>
      }
      inspector={
        <Inspector label={say('Parameters')} bar={<span className="strong">{say('Parameters')}</span>}>
          <div className={styles.skeleton} style={{ height: 176 }} />
        </Inspector>
      }
    >
      <div className={styles.body} aria-busy="true">
        <div className={styles.skeleton} style={{ height: 152 }} />
      </div>
    </View>
  )
}
