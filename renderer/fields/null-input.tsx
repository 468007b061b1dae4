import type { ReactNode } from 'react'
import { say } from '../../shared/words/say.ts'
import { Chip } from '../ui/chip.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'
import styles from './null-input.module.css'

/** A field in which null says something of its own: beside its input stands a way to choose none, which is not the same as leaving it alone. */
export function NullInput({ field, value, onChange, children }: FieldInputProps & { readonly children: ReactNode }) {
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
          <span className="ink-3">{say('Nothing, in place of what the service takes by itself.')}</span>
        </div>
      )}
    </FieldFrame>
  )
}
