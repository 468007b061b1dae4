import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { HeatDoor } from './heat-door.tsx'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type EmptyStateProps = {
  readonly title: string
  /** One sentence. */
  readonly children?: ReactNode
  /** One door. */
  readonly actions?: ReactNode
  /** Instead of the kiln door, for "nothing found". */
  readonly icon?: IconName
  /** Something went wrong: the door is cold. */
  readonly isCold?: boolean
  /** It stands alone in the window: its title is the page's. */
  readonly isPage?: boolean
}

export function EmptyState({ title, children, actions, icon, isCold = false, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      {icon ? (
        <Icon name={icon} size="l" className={styles.icon} />
      ) : (
        <HeatDoor isArch isCold={isCold} heat={0.12} className={styles.door} />
      )}
      <Title className="head">{title}</Title>
      {children && <p className={styles.words}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
