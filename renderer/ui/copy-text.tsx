import type { ReactNode } from 'react'
import { say } from '../../shared/words/say.ts'
import { classNames } from './class-names.ts'
import styles from './copy-text.module.css'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './live-region.tsx'

export type CopyTextProps = {
  /** What is copied, for screen readers: "request id". */
  readonly what: string
  /** What is copied. */
  readonly text: string
  readonly onCopy: (text: string) => void
  /** What is shown, when it is shorter than what is copied. */
  readonly children?: ReactNode
  /** At the right edge: the icon comes before the words, so that the words stay in line. */
  readonly isAtEnd?: boolean
  readonly className?: string | undefined
}

/** Words that a press copies. */
export function CopyText({ what, text, onCopy, children, isAtEnd = false, className }: CopyTextProps) {
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
