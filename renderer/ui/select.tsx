import type { FieldControlProps } from './field.tsx'
import { classNames } from './class-names.ts'
import styles from './select.module.css'

export type SelectProps<Value extends string> = Partial<FieldControlProps> & {
  /** Name for screen readers, if no label element names the control. */
  readonly label?: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly isDisabled?: boolean }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly variant?: 'plain' | 'quiet'
  readonly wide?: boolean
}

/** A drop-down list, for a choice between many options. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  variant = 'plain',
  wide = false,
  ...control
}: SelectProps<Value>) {
  return (
    <select
      {...control}
      aria-label={label}
      className={classNames(styles.select, variant === 'quiet' && styles.quiet, wide && styles.wide)}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.isDisabled ?? false}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
