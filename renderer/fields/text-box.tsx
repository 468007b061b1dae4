import type { KeyboardEventHandler } from 'react'
import type { EditorClasses } from './editor-dom.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './text-box.module.css'
import { useTextEditor } from './use-text-editor.ts'

export type TextBoxProps = {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Maximum length in Unicode code points. Null if there is no limit. */
  readonly maxLength: number | null
  /** Preview URLs of the images that the text can refer to, by index. Null for an image without a preview. */
  readonly pictures?: readonly (string | null)[]
  readonly placeholder?: string
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean
  readonly isRequired?: boolean
  /** True to use the larger font meant for the user's own text. */
  readonly isReading?: boolean
  readonly onKeyDown?: KeyboardEventHandler
  readonly className?: string | undefined
}

const noPictures: readonly (string | null)[] = []
const classes: EditorClasses = { over: styles.over, chip: styles.chip, chipOver: styles.chipOver }

/** Text box for several lines that grows with its content. Shows image references as chips and underlines text past the limit. */
export function TextBox({
  id,
  label,
  value,
  onChange,
  maxLength,
  pictures = noPictures,
  placeholder,
  describedBy,
  isInvalid = false,
  isRequired = false,
  isReading = true,
  onKeyDown,
  className
}: TextBoxProps) {
  const root = useTextEditor({ value, onChange, maxLength, pictures, classes })
  return (
    <div
      ref={root}
      id={id}
      dir="auto"
      role="textbox"
      tabIndex={0}
      aria-multiline="true"
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      aria-required={isRequired || undefined}
      // Not "plaintext-only", because browsers then report no target ranges. All edits are intercepted, so only plain text is inserted
      // anyway.
      contentEditable
      onKeyDown={onKeyDown}
      suppressContentEditableWarning
      spellCheck
      data-placeholder={placeholder}
      className={classNames(styles.editor, !isReading && styles.plain, className)}
    />
  )
}
