import { Slot, Tooltip as Radix } from 'radix-ui'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import { isRightToLeft } from './reading-direction-provider.tsx'
import styles from './tooltip.module.css'

/** Sets the delays of all tooltips. Mount once, around the app. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

export type TooltipProps = {
  readonly label: ReactNode
  readonly shortcut?: ReactNode
  /** Text for screen readers. By default, they read the visible text. Null if the control's accessible name already says the same. */
  readonly spoken?: string | null
  /** `end` is the right side, or the left side in right-to-left languages. */
  readonly side?: 'top' | 'bottom' | 'end'
  /** The open state, if the caller controls it. */
  readonly open?: { readonly isOpen: boolean; readonly setIsOpen: (isOpen: boolean) => void }
  /** One element that accepts a ref. */
  readonly children: ReactNode
}

export function Tooltip({ label, shortcut, spoken, side = 'top', open, children }: TooltipProps) {
  return (
    <Radix.Root {...(open !== undefined && { open: open.isOpen, onOpenChange: open.setIsOpen })}>
      <Radix.Trigger asChild>{spoken === null ? <Undescribed>{children}</Undescribed> : children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side === 'end' ? (isRightToLeft() ? 'left' : 'right') : side}
          sideOffset={6}
          collisionPadding={8}
          aria-label={spoken ?? undefined}
          className={styles.tooltip}
        >
          {label}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Passes all props on to the trigger, except `aria-describedby`. */
function Undescribed(props: ComponentPropsWithRef<typeof Slot.Root>) {
  const { 'aria-describedby': _, ...rest } = props
  return <Slot.Root {...rest} />
}
