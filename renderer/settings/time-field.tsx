import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { FieldError } from '../ui/field.tsx'
import { SingleLineInput } from '../ui/text-field.tsx'
import styles from './notification-settings-panel.module.css'
import { parseTimeOfDay, formatTimeOfDay } from './time-of-day.ts'
import { say } from '../../shared/i18n/say.ts'

export type TimeFieldProps = {
  readonly label: string
  /** Minutes since midnight. */
  readonly minute: number
  readonly onChange: (minute: number) => void
}

/**
 * A field for a 24-hour time, the format used throughout the app. A native time field would use the system's format. Blur and Enter save
 * the time. Escape restores the saved time.
 */
export function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? minute : parseTimeOfDay(typed)
  const [isTold, setIsTold] = useState(false)
  const isWrong = isTold && read === null

  function save(): void {
    setIsTold(read === null)
    if (read === null) return
    if (read !== minute) onChange(read)
    setTyped(null)
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') save()
    else if (event.key === 'Escape' && typed !== null) setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.time}>
      <label htmlFor={id}>{label}</label>
      <SingleLineInput
        id={id}
        boxClassName={styles.clock}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        value={typed ?? formatTimeOfDay(minute)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={save}
        onKeyDown={keyDown}
      />
      {isWrong && <FieldError id={`${id}-error`}>{say('Enter a time, such as 22:00.')}</FieldError>}
    </div>
  )
}
