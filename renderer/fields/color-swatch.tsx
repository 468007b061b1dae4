import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './color-swatch.module.css'

const shortColor = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i

/** A colour swatch that opens the system's colour picker. */
export function ColorSwatch({
  label,
  value,
  onChange
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (color: string) => void
}) {
  const color = value.trim().replace(shortColor, '#$1$1$2$2$3$3')
  const isColor = /^#[0-9a-f]{6}$/i.test(color)
  return (
    <input
      type="color"
      aria-label={say('Choose a colour for {label}', { label })}
      className={classNames(styles.swatch, !isColor && styles.empty)}
      value={isColor ? color.toLowerCase() : '#808080'}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
