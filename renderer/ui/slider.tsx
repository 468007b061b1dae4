import type { CSSProperties, KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import type { FieldControl } from './field.tsx'
import styles from './slider.module.css'

export type SliderProps = Partial<FieldControl> & {
  readonly label?: string
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly value: number
  readonly onChange: (value: number) => void
  /** What a screen reader says instead of the bare number. */
  readonly valueText?: string
  /** Nobody chose a value yet: the knob stands at the beginning and is hollow. */
  readonly isUnset?: boolean
  /** What it prevents the slider does not do by itself. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

export function Slider({ label, min, max, step = 1, value, onChange, valueText, isUnset = false, onKeyDown, ...control }: SliderProps) {
  const filled = max > min && !isUnset ? ((value - min) / (max - min)) * 100 : 0
  return (
    <input
      {...control}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      className={classNames(styles.slider, isUnset && styles.unset)}
      style={{ '--filled': `${filled}%` } as CSSProperties}
      min={min}
      max={max}
      step={step}
      value={value}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
