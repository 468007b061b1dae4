import { RadioGroup } from 'radix-ui'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import styles from './segments.module.css'

export type SegmentOption<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly icon?: IconName
  readonly isDisabled?: boolean
}

export type SegmentsProps<Value extends string> = {
  /** What is chosen here, for screen readers; or name it by `labelledBy`. */
  readonly label?: string
  readonly labelledBy?: string | undefined
  readonly id?: string | undefined
  readonly options: readonly SegmentOption<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly wide?: boolean
}

/** One of a few, all in sight. Arrow keys move the choice. */
export function Segments<Value extends string>({ label, labelledBy, id, options, value, onChange, wide = false }: SegmentsProps<Value>) {
  return (
    <RadioGroup.Root
      id={id}
      aria-label={labelledBy ? undefined : label}
      aria-labelledby={labelledBy}
      orientation="horizontal"
      className={classNames(styles.group, wide && styles.wide)}
      value={value ?? ''}
      onValueChange={(next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value} disabled={option.isDisabled ?? false} className={styles.segment}>
          {option.icon && <Icon name={option.icon} size="s" />}
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
