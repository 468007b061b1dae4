import type { ChoiceField } from '../../shared/fields.ts'
import { say } from '../../shared/words/say.ts'
import { FieldError } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { Select } from '../ui/select.tsx'
import styles from './choice-input.module.css'
import { lookOfChoice } from './choice-looks.ts'
import { FieldFrame, FieldName, TakeBack } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { usePlacement } from './placement.ts'
import { SearchChoiceInput } from './search-choice-input.tsx'
import { ShapePicker } from './shape-picker.tsx'

/** One of a closed list: shapes are drawn, a few short ones stand in a row, more are a menu, very many are searched. */
export function ChoiceInput(props: FieldInputProps<ChoiceField>) {
  const look = lookOfChoice(props.field)
  const placement = usePlacement()
  if (look === 'search') return <SearchChoiceInput {...props} />
  if (placement === 'item') return <StackedMenu {...props} />
  if (look === 'shapes') return <ShapePicker {...props} />
  if (look === 'buttons') return <ButtonRow {...props} />
  return placement === 'panel' ? <MenuRow {...props} /> : <StackedMenu {...props} />
}

/** Values may be of any type, so the list goes by place. */
function ButtonRow({ field, value, onChange, problems, aside }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const place = placeOfChoice(field, value)
  const canBeTakenBack = field.default === null && !field.isRequired
  const takeBack = <TakeBack label={field.label} isChosen={value !== undefined} onTakeBack={() => onChange(undefined)} />
  return (
    <FieldFrame field={field} problems={problems} isGroup aside={aside ?? (canBeTakenBack ? takeBack : undefined)}>
      {(control) => (
        <Segments
          wide
          id={id}
          labelledBy={`${id}-label`}
          describedBy={control['aria-describedby']}
          options={field.options.map((option, index) => ({ value: String(index), label: option.label }))}
          value={place === -1 ? null : String(place)}
          onChange={(next) => onChange(field.options[Number(next)]?.value)}
        />
      )}
    </FieldFrame>
  )
}

/** On one line: what, and which. */
function MenuRow({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const message = firstMessage(problems)
  const describedBy = [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.line}>
      <div className={styles.row}>
        <label htmlFor={id}>
          <FieldName field={field} />
        </label>
        <Menu
          field={field}
          value={value}
          onChange={onChange}
          look="quiet"
          describedBy={describedBy || undefined}
          isWrong={message !== null}
        />
      </div>
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
      {field.help !== null && (
        <p id={`${id}-help`} className={styles.help}>
          {field.help}
        </p>
      )}
    </div>
  )
}

function StackedMenu({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  return (
    <FieldFrame field={field} problems={problems}>
      {(control) => (
        <Menu
          field={field}
          value={value}
          onChange={onChange}
          look="plain"
          describedBy={control['aria-describedby']}
          isWrong={control['aria-invalid'] === true}
        />
      )}
    </FieldFrame>
  )
}

const nothingChosen = 'none'

function Menu({
  field,
  value,
  onChange,
  look,
  describedBy,
  isWrong
}: Pick<FieldInputProps<ChoiceField>, 'field' | 'value' | 'onChange'> & {
  readonly look: 'plain' | 'quiet'
  readonly describedBy: string | undefined
  readonly isWrong: boolean
}) {
  const place = placeOfChoice(field, value)
  const options = field.options.map((option, index) => ({ value: String(index), label: option.label }))
  const isOpen = field.default === null || place === -1
  return (
    <Select
      id={fieldElementId(field.name)}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      look={look}
      wide={look === 'plain'}
      options={
        isOpen ? [{ value: nothingChosen, label: field.isRequired ? say('Choose') : say('Left to the service') }, ...options] : options
      }
      value={place === -1 ? nothingChosen : String(place)}
      onChange={(next) => onChange(next === nothingChosen ? undefined : field.options[Number(next)]?.value)}
    />
  )
}

/** Place of what is chosen, or of the default; -1: neither. */
function placeOfChoice(field: ChoiceField, value: unknown): number {
  const chosen = value ?? field.default
  return field.options.findIndex((option) => option.value === chosen)
}
