import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { ProgressGlow } from './progress-glow.tsx'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type EmptyStateProps = {
  readonly title: string
  /** One sentence. */
  readonly children?: ReactNode
  /** One action. */
  readonly actions?: ReactNode
  /** Shown instead of the kiln drawing, such as a magnifying glass for "No results". */
  readonly icon?: IconName
  /** True after an error. The kiln is then drawn without its glow. */
  readonly isCold?: boolean
  /** True if the window shows nothing else. The title is then the page's `h1`. */
  readonly isPage?: boolean
}

export function EmptyState({ title, children, actions, icon, isCold = false, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      {icon ? (
        <Icon name={icon} size="l" className={styles.icon} />
      ) : (
        <ProgressGlow isArch isCold={isCold} heat={0.12} className={styles.door} />
      )}
      <Title className="head">{title}</Title>
      {children && <p className={styles.words}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
