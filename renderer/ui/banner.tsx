import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './tone.module.css'
import type { Tone } from './tone.ts'

export type BannerProps = {
  readonly tone: Tone
  readonly icon: IconName
  /** One line in bold. */
  readonly title: ReactNode
  /** One line in regular weight, below the title. */
  readonly children?: ReactNode
  /** Facts for support, below the text. Screen readers don't announce them. */
  readonly details?: ReactNode
  /** At most one action, and one button to check whether the problem is fixed. */
  readonly actions?: ReactNode
  /** True if `children` shows a countdown. Screen readers then announce only the title, not each second. */
  readonly isTicking?: boolean
}

/**
 * A message at the top of a view. It has no close button, because it is shown as long as it applies. Screen readers announce the message
 * when it appears.
 */
export function Banner({ tone, icon, title, children, details, actions, isTicking = false }: BannerProps) {
  const words = children && <div className="small ink-2">{children}</div>
  return (
    <div className={classNames(styles.banner, styles[tone])}>
      <Icon name={icon} className={styles.icon} />
      <div className={styles.text}>
        <div role="status">
          <div className="strong">{title}</div>
          {!isTicking && words}
        </div>
        {isTicking && words}
        {details && <div className="small ink-2">{details}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
