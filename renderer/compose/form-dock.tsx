import type { ReactNode } from 'react'
import { useState } from 'react'
import { say } from '../../shared/i18n/say.ts'
import type { Field } from '../../shared/form/fields.ts'
import type { Value, Values } from '../../shared/form/values.ts'
import { fieldValueText } from '../media/recipe.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import styles from './form-dock.module.css'

type FormDockProps = {
  /** Fields shown as chips. */
  readonly essentials: readonly Field[]
  readonly values: Values
  readonly inputOf: (field: Field) => ReactNode
  /** Null if the form is empty. */
  readonly onReset: (() => void) | null
  /** The price and the send button. */
  readonly children: ReactNode
}

/** Footer of a form whose panel is closed. Shows the main settings as chips, and the send button. */
export function FormDock({ essentials, values, inputOf, onReset, children }: FormDockProps) {
  return (
    <div className={styles.dock}>
      {(essentials.length > 0 || onReset !== null) && (
        <div role="group" aria-label={say('Main parameters')} className={styles.chips}>
          {essentials.map((field) => (
            <FieldChip key={field.name} field={field} value={values[field.name]} input={inputOf(field)} />
          ))}
          {onReset !== null && <IconButton label={say('Reset form')} icon="eraser" size="small" onClick={onReset} />}
        </div>
      )}
      <div className={styles.send}>{children}</div>
    </div>
  )
}

function FieldChip({ field, value, input }: { readonly field: Field; readonly value: Value | undefined; readonly input: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={field.label}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      side="top"
      className={styles.popover}
      trigger={
        <button type="button" className={styles.chip}>
          <span className={styles.label}>{field.label}</span>
          <span className={styles.value}>{fieldValueText(field, value)}</span>
        </button>
      }
    >
      {input}
    </Popover>
  )
}
