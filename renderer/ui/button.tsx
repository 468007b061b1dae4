import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type ButtonVariant = 'go' | 'plain' | 'quiet' | 'needs' | 'media'

export type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'type'> & {
  /** `go` is the one primary action of a view. `media` is for a button on an image. Default `plain`. */
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'normal' | 'big'
  readonly icon?: IconName
  /** Icon after the text, such as a menu's chevron. */
  readonly trailingIcon?: IconName
  /** Price at the end of the button, such as "42 credits". */
  readonly price?: ReactNode
  /** True to fill the available width. */
  readonly wide?: boolean
  /** Text while busy. The button keeps its width and ignores presses. */
  readonly busy?: string | false | undefined
  /**
   * True to show and announce the button as unavailable. The button stays focusable, and a press calls `onNotReady` instead of `onClick`.
   */
  readonly notReady?: boolean
  readonly onNotReady?: () => void
  /** True to submit the surrounding form. */
  readonly submits?: boolean
}

export function Button({
  variant = 'plain',
  size = 'normal',
  icon,
  trailingIcon,
  price,
  wide = false,
  busy = false,
  notReady = false,
  onNotReady,
  submits = false,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isBusy = typeof busy === 'string'
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (!isBusy && !notReady) return onClick?.(event)
    event.preventDefault()
    if (!isBusy) onNotReady?.()
  }
  const hasPrice = price !== undefined && price !== null
  return (
    <button
      {...rest}
      type={submits ? 'submit' : 'button'}
      className={classNames(styles.button, styles[variant], styles[size], wide && styles.wide, hasPrice && styles.withPrice, className)}
      aria-disabled={isBusy || notReady || undefined}
      aria-busy={isBusy || undefined}
      onClick={press}
    >
      <span className={styles.words}>
        <span className={isBusy ? styles.away : undefined}>
          {icon && <Icon name={icon} size="s" />}
          {children}
          {trailingIcon && <Icon name={trailingIcon} size="s" />}
        </span>
        {isBusy && <span>{busy}</span>}
      </span>
      {hasPrice && <span className={styles.price}>{price}</span>}
    </button>
  )
}
