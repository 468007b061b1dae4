import type { ReactNode } from 'react'
import { say } from '../../shared/i18n/say.ts'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type ChipProps = {
  readonly icon?: IconName
  /** True if a toggle is on. Undefined for a chip that isn't a toggle. */
  readonly on?: boolean
  /** If undefined, the chip is only a label. */
  readonly onClick?: () => void
  /** True for a toggle that would have no effect now. The chip stays focusable. */
  readonly notReady?: boolean
  /** Name of the filter that a press removes, for screen readers. Undefined if a press doesn't remove a filter. */
  readonly removes?: string
  readonly children: ReactNode
}

export function Chip({ icon, on, onClick, notReady = false, removes, children }: ChipProps) {
  const content = (
    <>
      {icon && <Icon name={icon} size="s" />}
      {children}
      {removes !== undefined && <Icon name="close" size="xs" />}
    </>
  )
  const className = classNames(styles.chip, on && styles.on)
  if (!onClick) return <span className={className}>{content}</span>
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-disabled={notReady || undefined}
      aria-label={removes === undefined ? undefined : say('Remove filter: {removes}', { removes })}
      className={className}
      onClick={notReady ? undefined : onClick}
    >
      {content}
    </button>
  )
}

/** Badge with the number of items that need attention. `label` is its text for screen readers, such as "2 need attention". */
export function Badge({
  count,
  label,
  tone = 'needs',
  className
}: {
  readonly count: number
  readonly label: string
  readonly tone?: 'needs' | 'failed'
  readonly className?: string | undefined
}) {
  return (
    <span className={classNames(styles.badge, tone === 'failed' && styles.failed, className)} role="img" aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  )
}

/** A label on an image, above the scrim. */
export function ImageBadge({
  icon,
  tone = 'plain',
  children
}: {
  readonly icon?: IconName
  readonly tone?: 'plain' | 'needs'
  readonly children?: ReactNode
}) {
  return (
    <span className={classNames(styles.tag, tone === 'needs' && styles.needs)}>
      {icon && <Icon name={icon} size="xs" />}
      {children}
    </span>
  )
}
