import type { ReactNode } from 'react'
import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import styles from './help-tip.module.css'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './live-region.tsx'
import { Tooltip } from './tooltip.tsx'

/** Small button after a label. Shows the help while it has the pointer or the focus, and after a press. */
export function HelpTip({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Tooltip label={children} open={{ isOpen, setIsOpen }}>
      <button
        type="button"
        className={styles.tip}
        aria-label={say('About {label}', { label })}
        // A press must not close the tooltip. Touch screens and speech control can’t open the tooltip in any other way.
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(true)
        }}
      >
        <Icon name="info" size="xs" />
      </button>
    </Tooltip>
  )
}

/** Help that describes a control. If `isHidden` is true, only screen readers read it. */
export function HelpText({
  id,
  isHidden,
  className = styles.help,
  children
}: {
  readonly id: string
  readonly isHidden: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  if (!isHidden) {
    return (
      <p id={id} className={className}>
        {children}
      </p>
    )
  }
  return (
    <VisuallyHidden>
      <span id={id}>{children}</span>
    </VisuallyHidden>
  )
}
