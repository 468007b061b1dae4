import { Slot, Tooltip as Radix } from 'radix-ui'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
import { isRightToLeft } from './reading-direction.tsx'
import styles from './tooltip.module.css'

/** Stands once around the app: decides the delays of all tooltips. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={200}>
      {children}
    </Radix.Provider>
  )
}

export type TooltipProps = {
  readonly words: ReactNode
  readonly shortcut?: ReactNode
  /** What a screen reader says of it, where that is less than is seen; null: nothing, since it is the name of the control itself. */
  readonly spoken?: string | null
  /** `end`: where a line of words ends. */
  readonly side?: 'top' | 'bottom' | 'end'
  /** One element that takes a ref. */
  readonly children: ReactNode
}

export function Tooltip({ words, shortcut, spoken, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{spoken === null ? <Undescribed>{children}</Undescribed> : children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side === 'end' ? (isRightToLeft() ? 'left' : 'right') : side}
          sideOffset={6}
          collisionPadding={8}
          aria-label={spoken ?? undefined}
          className={styles.tooltip}
        >
          {words}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Hands on all that the trigger gives but the tooltip as a description. */
function Undescribed(props: ComponentPropsWithRef<typeof Slot.Root>) {
  const { 'aria-describedby': _, ...rest } = props
  return <Slot.Root {...rest} />
}
