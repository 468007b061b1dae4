import { useId } from 'react'
import { FieldError } from '../ui/field.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import { useDraftValue } from '../ui/use-draft-value.ts'
import styles from './notification-settings-panel.module.css'
import { parseTimeOfDay, formatTimeOfDay } from './time-of-day.ts'
import { say } from '../../shared/i18n/say.ts'

export type TimeFieldProps = {
  readonly label: string
  /** Minutes since midnight. */
  readonly minute: number
  /** Resolves to false if the time couldn't be saved. */
  readonly onChange: (minute: number) => Promise<boolean>
}

/**
 * A field for a 24-hour time, the format used throughout the app. A native time field would use the system's format.
 */
export function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const id = useId()
  const { shown, problem, isJudged, edit, groupProps } = useDraftValue({
    saved: formatTimeOfDay(minute),
    problemOf: (text) => (parseTimeOfDay(text) === null ? say('Enter a time, such as 22:00.') : null),
    save: async (text) => {
      const typed = parseTimeOfDay(text)
      return typed !== null && onChange(typed)
    }
  })
  const error = isJudged ? problem : null
  return (
    <div className={styles.time} {...groupProps}>
      <label htmlFor={id}>{label}</label>
      <SingleLineInput
        id={id}
        boxClassName={styles.clock}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        value={shown}
        onChange={(event) => edit(event.target.value)}
      />
      {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
