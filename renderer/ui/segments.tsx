import { RadioGroup } from 'radix-ui'
import { classNames } from './class-names.ts'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import { moveChoice } from './move-choice.ts'
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
  readonly describedBy?: string | undefined
  readonly id?: string | undefined
  readonly options: readonly SegmentOption<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly wide?: boolean
  /** In a narrow window only the icons are seen; the words are still spoken, and shown when one points. */
  readonly shrinks?: boolean
}

/** One of a few, all in sight. Arrow keys move the choice. */
export function Segments<Value extends string>({
  label,
  labelledBy,
  describedBy,
  id,
  options,
  value,
  onChange,
  wide = false,
  shrinks = false
}: SegmentsProps<Value>) {
  return (
    <RadioGroup.Root
      onKeyDownCapture={moveChoice}
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
