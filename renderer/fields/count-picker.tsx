import type { CountField } from '../../shared/form/fields.ts'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'

/** Row of numbers for choosing a count. */
export function CountPicker({ field, value, onChange, problems, aside }: FieldInputProps<CountField>) {
  const id = fieldElementId(field.name)
  const chosen = value ?? field.default
  return (
    <FieldFrame field={field} problems={problems} aside={aside} isGroup>
      {(control) => (
        <SegmentedControl
          wide
          id={id}
          labelledBy={`${id}-label`}
          describedBy={control['aria-describedby']}
          options={field.options.map((option) => ({ value: String(option.count), label: String(option.count) }))}
          value={field.options.some((option) => option.value === chosen) ? String(chosen) : null}
          onChange={(count) => onChange(field.options.find((option) => String(option.count) === count)?.value)}
        />
      )}
    </FieldFrame>
  )
}
