import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Kbd } from './kbd.tsx'
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
  /** What a screen reader says of it, where that is less than is seen. */
  readonly spoken?: string | undefined
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes a ref. */
  readonly children: ReactNode
}

export function Tooltip({ words, shortcut, spoken, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} collisionPadding={8} aria-label={spoken} className={styles.tooltip}>
          {words}
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
