import { Popover as Radix } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './popover.module.css'

export type PopoverProps = {
  /** Its name, for screen readers. */
  readonly label: string
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** The button that opens it; takes a ref. */
  readonly trigger: ReactNode
  readonly side?: 'top' | 'bottom'
  readonly align?: 'start' | 'center' | 'end'
  readonly className?: string | undefined
  /** The focus goes where `onOpenChange` put it, instead of back to the trigger. */
  readonly keepsFocus?: () => boolean
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** Floats beside what opens it, takes the focus while it is open, and gives it back. Closes on Escape, and on a press beside it. */
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
          // Whoever presses Escape in here means this, even when a notice has come up since; a box inside may keep it to itself.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            onKeyDown?.(event)
            if (event.key === 'Escape') onOpenChange(false)
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
