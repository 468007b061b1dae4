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
  /** At most one action, and one way to say that it is mended. */
  readonly actions?: ReactNode
  /** The plain line counts down: it is then not spoken at every tick. */
  readonly isTicking?: boolean
}

/** At the top of the view that it concerns, while it is true; so it has no close button. Spoken when it comes. */
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
