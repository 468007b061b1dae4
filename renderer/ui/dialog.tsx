import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { say } from '../../shared/words/say.ts'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { VisuallyHidden } from './live-region.tsx'

export type DialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** The title is only spoken; the content shows its own. */
  readonly hasHiddenTitle?: boolean
  readonly description?: ReactNode
  /** `broad`: a work place of two columns and a foot, as high as the window lets it. */
  readonly width?: 'normal' | 'wide' | 'large' | 'broad' | 'full'
  /** High on the screen, growing downwards, for lists that change while typing. */
  readonly isHigh?: boolean
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/**
 * Keeps focus inside while open, closes on Escape or a click beside it, and gives focus back to where it came from.
 * The dimmed ground is our own element: Radix's one injects a style element, which our content security policy forbids.
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

  /** What one came to fill in or to read has the focus, not the button that closes it: the first field that is empty, else the first. */
  function focusFirstField(event: Event) {
    const fields = [...(content.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    const field = fields.find(({ value }) => value === '') ?? fields[0]
    const text = content.current?.querySelector<HTMLElement>('[role=group][tabindex="0"]')
    event.preventDefault()
    ;(field ?? text ?? content.current)?.focus()
  }

  /** Menus and lists that float above it are drawn elsewhere, and take the key for themselves. */
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
          // A tooltip within would take the first Escape for itself: from inside the key is heard here.
          onEscapeKeyDown={(event) => isInside(event.target) && event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isInside(event.target)) return
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
