import type { CSSProperties, KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import type { FieldControlProps } from './field.tsx'
import { sliderFill } from './slider-fill.ts'
import styles from './slider.module.css'

export type SliderProps = Partial<FieldControlProps> & {
  readonly label?: string
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly value: number
  readonly onChange: (value: number) => void
  /** Text that a screen reader says instead of the bare number. */
  readonly valueText?: string
  /** True before a value is chosen. The thumb is then hollow, and no part of the track is filled. */
  readonly isUnset?: boolean
  /** Called on every key press. The slider doesn't move if the handler calls `preventDefault`. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

export function Slider({ label, min, max, step = 1, value, onChange, valueText, isUnset = false, onKeyDown, ...control }: SliderProps) {
  const { from, to, zero } = sliderFill(min, max, value)
  return (
    <input
      {...control}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      className={classNames(styles.slider, isUnset && styles.unset, zero !== null && styles.bipolar)}
      style={{ '--from': isUnset ? 0 : from, '--to': isUnset ? 0 : to, '--zero': zero ?? 0 } as CSSProperties}
      min={min}
      max={max}
      step={step}
      value={value}
      onKeyDown={onKeyDown}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
