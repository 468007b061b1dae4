import { RadioGroup } from 'radix-ui'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { handleRadioArrowKey } from './handle-radio-arrow-key.ts'
import styles from './segmented-control.module.css'

export type SegmentOption<Value extends string> = {
  readonly value: Value
  readonly label: string
  readonly icon?: IconName
  readonly isDisabled?: boolean
}

export type SegmentedControlProps<Value extends string> = {
  /** Name for screen readers. Ignored if `labelledBy` is set. */
  readonly label?: string
  readonly labelledBy?: string | undefined
  readonly describedBy?: string | undefined
  readonly id?: string | undefined
  readonly options: readonly SegmentOption<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly wide?: boolean
  /** True to show only the icons in a narrow window. Screen readers still announce the label, and a tooltip shows it. */
  readonly shrinks?: boolean
}

/** A choice between a few visible options. Arrow keys change the choice. */
export function SegmentedControl<Value extends string>({
  label,
  labelledBy,
  describedBy,
  id,
  options,
  value,
  onChange,
  wide = false,
  shrinks = false
}: SegmentedControlProps<Value>) {
  return (
    <RadioGroup.Root
      onKeyDownCapture={handleRadioArrowKey}
      id={id}
      aria-label={labelledBy ? undefined : label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      orientation="horizontal"
      className={classNames(styles.group, wide && styles.wide, shrinks && styles.shrinks)}
      value={value ?? ''}
      onValueChange={(next) => onChange(next as Value)}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.isDisabled ?? false}
          title={shrinks ? option.label : undefined}
          className={styles.segment}
        >
          {option.icon && <Icon name={option.icon} size="s" />}
          {shrinks ? <span className={styles.words}>{option.label}</span> : option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
