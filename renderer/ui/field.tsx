import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef } from 'react'
import styles from './field.module.css'
import { HelpText } from './help-tip.tsx'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './live-region.tsx'

/** Props that connect a control with its label, help and error. */
export type FieldControlProps = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export type LabelledFieldProps = {
  readonly label: ReactNode
  /** Shown at the end of the label's row, such as a count, a limit or a unit. */
  readonly aside?: ReactNode
  readonly help?: ReactNode
  /** Button after the label that shows the help. */
  readonly helpTip?: ReactNode
  /** True if only screen readers read the help. */
  readonly isHelpHidden?: boolean
  /** Error message: a full sentence that says what to do. */
  readonly error?: ReactNode
  readonly id?: string
  /**
   * True for groups, such as segments or tiles, to which a label's `htmlFor` can't refer. The label of a group has the ID `${id}-label`.
   */
  readonly isGroup?: boolean
  /** True to show the label only to screen readers, because the context already shows it. */
  readonly isLabelHidden?: boolean
  readonly className?: string | undefined
  readonly children: (control: FieldControlProps) => ReactNode
}

export function LabelledField({
  label,
  aside,
  help,
  helpTip,
  isHelpHidden = false,
  error,
  id,
  isGroup = false,
  isLabelHidden = false,
  className,
  children
}: LabelledFieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const describedBy = [help ? `${controlId}-help` : '', error ? `${controlId}-error` : ''].filter(Boolean).join(' ')
  const name = isGroup ? <span id={`${controlId}-label`}>{label}</span> : <label htmlFor={controlId}>{label}</label>
  return (
    <div className={className}>
      {isLabelHidden ? (
        <VisuallyHidden>{name}</VisuallyHidden>
      ) : (
        <div className={styles.label}>
          {name}
          {helpTip}
          {aside && <span className={styles.aside}>{aside}</span>}
        </div>
      )}
      {children({ id: controlId, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${controlId}-error`}>{error}</FieldError>}
      {help && (
        <HelpText id={`${controlId}-help`} isHidden={isHelpHidden}>
          {help}
        </HelpText>
      )}
    </div>
  )
}

/** Red error text below a control. It is scrolled into view if it appears while the user is in its field. */
export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    if (text.current?.parentElement?.contains(document.activeElement)) text.current.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p ref={text} id={id} className={styles.error}>
      <Icon name="warning" size="s" />
      <span>{children}</span>
    </p>
  )
}
