import { Popover as Radix } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './popover.module.css'

export type PopoverProps = {
  /** Name of the popover, for screen readers. */
  readonly label: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** The button that opens the popover. Must accept a ref. */
  readonly trigger: ReactNode
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string | undefined
  /** Returns true if `onOpenChange` has moved the focus, which then isn't returned to the trigger. */
  readonly keepsFocus?: () => boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/**
 * A floating panel beside its trigger. When it opens, the focus moves to its search box, or else to its first control. When it closes, the
 * focus returns to the trigger. Closes on Escape or an outside press.
 */
export function Popover({
  label,
  isOpen,
  onOpenChange,
  trigger,
  side = 'bottom',
  align = 'start',
  className,
  keepsFocus,
  onKeyDown,
  children
}: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={classNames(styles.popover, className)}
          // Radix would let Escape close a newer toast instead. `onKeyDown` closes this popover, after a field inside has had the chance to
          // handle Escape.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            if (event.key === 'Escape') onOpenChange(false)
          }}
          // Radix would focus the first control, even if there is a search box.
          onOpenAutoFocus={(event) => {
            const search = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input[role=combobox]')
            if (search === null) return
            event.preventDefault()
            search.focus()
          }}
          onCloseAutoFocus={(event) => {
            if (keepsFocus?.() === true) event.preventDefault()
          }}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
