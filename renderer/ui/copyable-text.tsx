import type { ReactNode } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { classNames } from './class-names.ts'
import styles from './copyable-text.module.css'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './live-region.tsx'

export type CopyableTextProps = {
  /** Name of the copied text, for screen readers, such as "request ID". */
  readonly what: string
  /** Text to copy. */
  readonly text: string
  readonly onCopy: (text: string) => void
  /** Text to show instead of `text`, such as a shortened ID. */
  readonly children?: ReactNode
  /** True at the end of a row. The icon then comes before the text, so that the text stays aligned. */
  readonly isAtEnd?: boolean
  readonly className?: string | undefined
}

/** A button that shows text and copies it when pressed. */
export function CopyableText({ what, text, onCopy, children, isAtEnd = false, className }: CopyableTextProps) {
  return (
    <button type="button" title={text} className={classNames(styles.copy, isAtEnd && styles.end, className)} onClick={() => onCopy(text)}>
      <VisuallyHidden>{say('Copy {what}: ', { what })}</VisuallyHidden>
      <span dir="auto" className="cut">
        {children ?? text}
      </span>
      <Icon name="copy" size="xs" />
    </button>
  )
}
