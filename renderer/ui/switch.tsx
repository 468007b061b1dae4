import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './switch.module.css'

export type SwitchProps = {
  readonly label: ReactNode
  readonly help?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly id?: string | undefined
}

/** A row with a label and an on/off switch. */
export function Switch({ label, help, checked, onChange, id }: SwitchProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={styles.row}>
      <div className="grow">
        <label htmlFor={controlId}>{label}</label>
        {help && (
          <div id={`${controlId}-help`} className="small ink-3">
            {help}
          </div>
        )}
      </div>
      <button
        id={controlId}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={help ? `${controlId}-help` : undefined}
        className={styles.switch}
        onClick={() => onChange(!checked)}
      />
    </div>
  )
}
