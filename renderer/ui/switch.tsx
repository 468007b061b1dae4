import type { ReactNode } from 'react'
import { useId } from 'react'
import { HelpText } from './help-tip.tsx'
import styles from './switch.module.css'

export type SwitchProps = {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Button after the label that shows the help. */
  readonly helpTip?: ReactNode
  /** True if only screen readers read the help. */
  readonly isHelpHidden?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly id?: string | undefined
}

/** A row with a label and an on/off switch. */
export function Switch({ label, help, helpTip, isHelpHidden = false, checked, onChange, id }: SwitchProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  return (
    <div className={styles.row}>
      <div className="grow">
        <span className={styles.name}>
          <label htmlFor={controlId}>{label}</label>
          {helpTip}
        </span>
        {help && (
          <HelpText id={`${controlId}-help`} isHidden={isHelpHidden} className="small ink-3">
            {help}
          </HelpText>
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
