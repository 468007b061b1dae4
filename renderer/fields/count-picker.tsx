import type { CountField } from '../../shared/fields.ts'
import { FieldError } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { FieldLabel } from './field-label.tsx'

/** How many: a row of figures. */
export function CountPicker({ field, value, onChange, problems, aside }: FieldInputProps<CountField>) {
  const id = fieldElementId(field.name)
  const chosen = value ?? field.default
  const message = firstMessage(problems)
  return (
    <div>
      <FieldLabel field={field} id={id} aside={aside} />
      <Segments
        wide
        id={id}
        labelledBy={`${id}-label`}
        options={field.options.map((option) => ({ value: String(option.count), label: String(option.count) }))}
        value={field.options.some((option) => option.value === chosen) ? String(chosen) : null}
        onChange={(count) => onChange(field.options.find((option) => String(option.count) === count)?.value)}
      />
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  )
}
