import type { ReactNode } from 'react'
import type { Field as FormField } from '../../shared/fields.ts'
import type { Problem } from '../../shared/problem.ts'
import { say } from '../../shared/words/say.ts'
import type { FieldControl } from '../ui/field.tsx'
import { Field } from '../ui/field.tsx'
import styles from './field-frame.module.css'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { usePlacement } from './placement.ts'

/** Name, help and fault of an input, as its place asks for them. */
export function FieldFrame({
  field,
  aside,
  problems,
  error,
  isGroup = false,
  children
}: {
  readonly field: FormField
  readonly aside?: ReactNode
  readonly problems: readonly Problem[]
  /** Said instead of the first problem. */
  readonly error?: string | null
  /** Several controls together, which a label can't belong to. */
  readonly isGroup?: boolean
  readonly children: (control: FieldControl) => ReactNode
}) {
  const isItem = usePlacement() === 'item'
  return (
    <Field
      id={fieldElementId(field.name)}
      label={<FieldName field={field} />}
      aside={aside}
      help={isItem ? null : field.help}
      error={error ?? firstMessage(problems)}
      isGroup={isGroup}
      isLabelHidden={isItem}
    >
      {children}
    </Field>
  )
}

/** What an input is called, and that the contract advises against it. */
export function FieldName({ field }: { readonly field: FormField }) {
  if (!field.isDeprecated) return field.label
  return (
    <>
      {field.label}
      <span className={styles.old}>{say('deprecated')}</span>
    </>
  )
}

/** At the right of a name: nothing is chosen, or a way to choose nothing again. */
export function TakeBack({
  label,
  isChosen,
  onTakeBack
}: {
  readonly label: string
  readonly isChosen: boolean
  readonly onTakeBack: () => void
}) {
  if (!isChosen) return say('left to the service')
  return (
    <button type="button" className={styles.takeBack} aria-label={say('Leave {label} to the service', { label })} onClick={onTakeBack}>
      {say('Clear')}
    </button>
  )
}
