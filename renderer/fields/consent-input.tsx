import type { Value } from '../../shared/form/values.ts'
import { FieldError } from '../ui/field.tsx'
import { FieldLabel } from './field-frame.tsx'
import styles from './consent-input.module.css'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'

/** A statement that the user confirms with a checkbox. `confirmed` is the value to send. Nothing is sent while the box is unchecked. */
export function ConsentInput({ field, value, onChange, problems, confirmed }: FieldInputProps & { readonly confirmed: Value }) {
  const id = fieldElementId(field.name)
  const message = firstMessage(problems)
  const describedBy = [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={styles.statement}>
        <input
          id={id}
          type="checkbox"
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy || undefined}
          aria-invalid={message === null ? undefined : true}
          aria-required={field.isRequired || undefined}
          checked={value === confirmed}
          onChange={(event) => onChange(event.target.checked ? confirmed : undefined)}
        />
        <span>
          <span id={`${id}-label`} className={styles.name}>
            <FieldLabel field={field} />
          </span>
          {field.help !== null && (
            <span id={`${id}-help`} className={styles.help}>
              {field.help}
            </span>
          )}
        </span>
      </label>
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  )
}
