import type { MediaField } from '../../../shared/form/fields.ts'
import { LabelledField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './sources.module.css'

/** Selects the field that takes each file or result of a batch. Renders nothing if there is only one. */
export function MediaFieldSelect({
  label,
  fields,
  field,
  onChange
}: {
  readonly label: string
  readonly fields: readonly MediaField[]
  readonly field: MediaField
  readonly onChange: (name: string) => void
}) {
  if (fields.length < 2) return null
  const options = fields.map((one) => ({ value: one.name, label: one.label }))
  return (
    <LabelledField label={label} className={styles.part}>
      {(control) => <Select {...control} wide options={options} value={field.name} onChange={onChange} />}
    </LabelledField>
  )
}
