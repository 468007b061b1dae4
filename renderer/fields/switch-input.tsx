import type { SwitchField } from '../../shared/fields.ts'
import { FieldError } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'

/** On or off. Untouched it shows what the service does by itself, and nothing is sent. */
export function SwitchInput({ field, value, onChange, problems }: FieldInputProps<SwitchField>) {
  const id = fieldElementId(field.name)
  const message = firstMessage(problems)
  const label = field.help === null ? field.label : <LabelWithHelp words={field.label} help={field.help} />
  return (
    <div>
      <Switch
        id={id}
        label={label}
        help={field.default === null && value === undefined ? 'Left to the service' : undefined}
        checked={typeof value === 'boolean' ? value : (field.default ?? false)}
        onChange={onChange}
      />
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  )
}

function LabelWithHelp({ words, help }: { readonly words: string; readonly help: string }) {
  return (
    <Tooltip words={help}>
      <span>{words}</span>
    </Tooltip>
  )
}
