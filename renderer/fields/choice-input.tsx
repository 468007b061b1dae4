import type { ChoiceField } from '../../shared/fields.ts'
import { FieldError } from '../ui/field.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { Select } from '../ui/select.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './choice-input.module.css'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { mostOptionsInAMenu } from './matching-options.ts'
import { SearchChoiceInput } from './search-choice-input.tsx'

const nothingChosen = 'none'

/** One of a closed list; a long one is searched. */
export function ChoiceInput(props: FieldInputProps<ChoiceField>) {
  return props.field.options.length > mostOptionsInAMenu ? <SearchChoiceInput {...props} /> : <MenuInput {...props} />
}

/** On one line: what, and which. Values may be of any type, so the list goes by place. */
function MenuInput({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const chosen = value ?? field.default
  const place = field.options.findIndex((option) => option.value === chosen)
  const options = field.options.map((option, index) => ({ value: String(index), label: option.label }))
  const message = firstMessage(problems)
  const describedBy = [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ')
  const label = (
    <label htmlFor={id} className={styles.label}>
      {field.label}
    </label>
  )
  return (
    <div>
      <div className={styles.row}>
        {field.help === null ? label : <Tooltip words={field.help}>{label}</Tooltip>}
        <Select
          id={id}
          aria-describedby={describedBy || undefined}
          aria-invalid={message === null ? undefined : true}
          look="quiet"
          options={field.default === null || place === -1 ? [{ value: nothingChosen, label: emptyWords(field) }, ...options] : options}
          value={place === -1 ? nothingChosen : String(place)}
          onChange={(next) => onChange(next === nothingChosen ? undefined : field.options[Number(next)]?.value)}
        />
      </div>
      {field.help !== null && (
        <VisuallyHidden>
          <span id={`${id}-help`}>{field.help}</span>
        </VisuallyHidden>
      )}
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  )
}

function emptyWords(field: ChoiceField): string {
  return field.isRequired ? 'Choose' : 'Left to the service'
}
