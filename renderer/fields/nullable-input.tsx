import type { ReactNode } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Chip } from '../ui/chip.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import styles from './nullable-input.module.css'

/** Wraps the input of a field that accepts null. A chip below the input sets null, which differs from leaving the field unset. */
export function NullableInput({ field, value, onChange, children }: FieldInputProps & { readonly children: ReactNode }) {
  const isNone = value === null
  const toggle = (
    <Chip on={isNone} icon={isNone ? 'check' : 'close'} onClick={() => onChange(isNone ? undefined : null)}>
      {say('None')}
    </Chip>
  )
  if (!isNone) {
    return (
      <div>
        {children}
        <div className={styles.foot}>{toggle}</div>
      </div>
    )
  }
  return (
    <FieldFrame field={field} problems={[]} isGroup>
      {() => (
        <div id={fieldElementId(field.name)} tabIndex={-1} className={styles.none}>
          {toggle}
          <span className="ink-3">{say('Null (overrides the service’s default)')}</span>
        </div>
      )}
    </FieldFrame>
  )
}
