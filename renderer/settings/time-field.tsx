import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { FieldError } from '../ui/field.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './notice-choices.module.css'
import { minuteOf, timeOf } from './time-of-day.ts'
import { say } from '../../shared/words/say.ts'

export type TimeFieldProps = {
  readonly label: string
  /** Of the day, from midnight. */
  readonly minute: number
  readonly onChange: (minute: number) => void
}

/**
 * A time as the app writes times everywhere, of 24 hours; the browser's own field follows the system. It is kept when one leaves the box or
 * presses Enter; Escape brings the old one back.
 */
export function TimeField({ label, minute, onChange }: TimeFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? minute : minuteOf(typed)
  const [isTold, setIsTold] = useState(false)
  const isWrong = isTold && read === null

  function keep(): void {
    setIsTold(read === null)
    if (read === null) return
    if (read !== minute) onChange(read)
    setTyped(null)
  }
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') keep()
    else if (event.key === 'Escape' && typed !== null) setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.time}>
      <label htmlFor={id}>{label}</label>
      <TextField
        id={id}
        boxClassName={styles.clock}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        value={typed ?? timeOf(minute)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={keep}
        onKeyDown={keyDown}
      />
      {isWrong && <FieldError id={`${id}-error`}>{say('Write it as 22:00.')}</FieldError>}
    </div>
  )
}
