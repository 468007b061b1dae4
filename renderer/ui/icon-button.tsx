import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import type { TooltipProps } from './tooltip.tsx'
import { Tooltip } from './tooltip.tsx'

export type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children' | 'disabled' | 'type'> & {
  /** Name of the button, for screen readers and the tooltip. */
  readonly label: string
  readonly icon: IconName
  /** `media` is for a button on an image, above the scrim. */
  readonly variant?: 'plain' | 'quiet' | 'go' | 'media'
  readonly size?: 'small' | 'normal' | 'big'
  readonly filled?: boolean
  /** True if a toggle is on. Undefined for a button that isn't a toggle. */
  readonly pressed?: boolean
  /** Shown in the tooltip, such as "Ctrl K". */
  readonly shortcut?: string
  readonly notReady?: boolean
  readonly tooltipSide?: TooltipProps['side']
}

export function IconButton({
  label,
  icon,
  variant = 'quiet',
  size = 'normal',
  filled = false,
  pressed,
  shortcut,
  notReady = false,
  tooltipSide = 'top',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} spoken={shortcut ?? null} side={tooltipSide}>
      <button
        {...rest}
        type="button"
        className={classNames(
          styles.button,
          styles[variant],
          styles.iconOnly,
          styles[size],
          pressed && variant !== 'media' && styles.pressed,
          className
        )}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={notReady || undefined}
        onClick={notReady ? undefined : onClick}
      >
        <Icon name={icon} size={size === 'small' ? 's' : 'm'} filled={filled} />
      </button>
    </Tooltip>
  )
}
