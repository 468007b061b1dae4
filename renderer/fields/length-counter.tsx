import { say } from '../../shared/i18n/say.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './length-counter.module.css'
import { countCharacters } from './text-length.ts'

/** Length of a text, such as "224 of 3,000". Counts characters as the service does. */
export function LengthCounter({ text, maxLength, id }: { readonly text: string; readonly maxLength: number; readonly id?: string }) {
  const count = countCharacters(text)
  return (
    <span id={id} className={classNames(styles.counter, count > maxLength && styles.over)}>
      {say('{count, number} of {maxLength, plural, one {# character} other {# characters}}', { count, maxLength })}
    </span>
  )
}
