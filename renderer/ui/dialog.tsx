import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { focusHistory, returnFocus } from './focus-history.ts'
import { IconButton } from './icon-button.tsx'
import { VisuallyHidden } from './live-region.tsx'

export type DialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** True to hide the title from view, because the content shows its own. Screen readers still announce the title. */
  readonly hasHiddenTitle?: boolean
  readonly description?: ReactNode
  /** `broad` is for a workspace with two columns and a footer. It is 760 px tall, or less in a small window. */
  readonly width?: 'normal' | 'wide' | 'large' | 'broad' | 'full'
  /**
   * True to place the dialog near the top of the window, so that it grows downwards. Used for lists whose length changes while the user
   * types.
   */
  readonly isHigh?: boolean
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/**
 * A modal dialog. Keeps the focus inside while open. Closes on Escape or an outside click, and then returns the focus. Doesn't use Radix's
 * backdrop, because it injects a style element, which our content security policy forbids.
 */
export function Dialog({
  isOpen,
  onClose,
  title,
  hasHiddenTitle = false,
  description,
  width = 'normal',
  isHigh = false,
  actions,
  children
}: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<readonly HTMLElement[]>([])

  /** Focuses the first empty field, else the first field, else the scrollable text, else the dialog. It never focuses the close button. */
  function focusFirstField(event: Event) {
    cameFrom.current = focusHistory()
    const fields = [...(content.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    const field = fields.find(({ value }) => value === '') ?? fields[0]
    const text = content.current?.querySelector<HTMLElement>('[role=group][tabindex="0"]')
    event.preventDefault()
    if (field === undefined && text) text.focus({ focusVisible: false })
    else (field ?? content.current)?.focus()
  }

  /** True if `target` is inside the dialog. Floating menus and lists are rendered outside, and handle Escape themselves. */
  function isInside(target: EventTarget | null): boolean {
    return target instanceof Node && content.current?.contains(target) === true
  }

  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className={styles.dim} />
        <Radix.Content
          ref={content}
          onOpenAutoFocus={focusFirstField}
          // Radix returns the focus only to its own trigger element. These dialogs have no trigger element.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus(cameFrom.current)
          }}
          // Escape is handled in `onKeyDown`. If a tooltip is open, Radix would close only the tooltip on the first press.
          onEscapeKeyDown={(event) => isInside(event.target) && event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isInside(event.target)) return
            event.preventDefault()
            onClose()
          }}
          className={classNames(
            styles.dialog,
            width === 'wide' && styles.wide,
            width === 'large' && styles.large,
            width === 'broad' && styles.broad,
            width === 'full' && styles.full,
            isHigh && styles.high
          )}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          {hasHiddenTitle ? (
            <VisuallyHidden>
              <Radix.Title>{title}</Radix.Title>
            </VisuallyHidden>
          ) : (
            <header className={styles.head}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              <IconButton label={say('Close')} icon="close" size="small" onClick={onClose} />
            </header>
          )}
          {hasHiddenTitle ? (
            children
          ) : (
            <div className={styles.body}>
              {description !== undefined && <Radix.Description className="ink-2">{description}</Radix.Description>}
              {children}
            </div>
          )}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
