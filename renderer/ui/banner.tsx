import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './tone.module.css'
import type { Tone } from './tone.ts'

export type BannerProps = {
  readonly tone: Tone
  readonly icon: IconName
  /** One strong line. */
  readonly title: ReactNode
  /** One plain line. */
  readonly children?: ReactNode
  /** At most one action, and one button to report that it is fixed. */
  readonly actions?: ReactNode
  /** True if the plain line counts down, so that it isn't announced at every tick. */
  readonly isTicking?: boolean
}

/** Shown at the top of its view for as long as it applies. So it has no close button. Announced when it appears. */
export function Banner({ tone, icon, title, children, actions, isTicking = false }: BannerProps) {
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
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
