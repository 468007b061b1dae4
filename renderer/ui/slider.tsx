import type { CSSProperties } from 'react'
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
}

export function Slider({ label, min, max, step = 1, value, onChange, valueText, ...control }: SliderProps) {
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0
  return (
    <input
      {...control}
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      className={styles.slider}
      style={{ '--filled': `${filled}%` } as CSSProperties}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
