import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'

export type SingleLineInputProps = ComponentPropsWithRef<'input'> & {
  readonly icon?: IconName
  /** Shown at the end, inside the field, such as a small icon button or a unit. */
  readonly trailing?: ReactNode
  readonly big?: boolean
  /** Class of the box around the input. */
  readonly boxClassName?: string | undefined
}

export function SingleLineInput({ icon, trailing, big = false, boxClassName, className, ...rest }: SingleLineInputProps) {
  return (
    <div className={classNames(styles.box, big && styles.big, boxClassName)}>
      {icon && <Icon name={icon} size="s" />}
      <input
        dir={rest.inputMode === undefined ? 'auto' : undefined}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={classNames(styles.input, className)}
      />
      {trailing}
    </div>
  )
}

export type TextAreaProps = ComponentPropsWithRef<'textarea'> & {
  /** True to use larger type, for longer text such as a prompt. */
  readonly reading?: boolean
}

export function TextArea({ reading = false, className, ...rest }: TextAreaProps) {
  return <textarea dir="auto" {...rest} className={classNames(styles.area, reading && styles.read, className)} />
}
