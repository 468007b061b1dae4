import type { ChoiceField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { FieldError } from '../ui/field.tsx'
import { HelpText } from '../ui/help-tip.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Select } from '../ui/select.tsx'
import styles from './choice-input.module.css'
import { choiceVariant } from './choice-variants.ts'
import { FieldFrame, FieldHelpTip, FieldLabel, ClearChoiceButton } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { usePlacement } from './placement.ts'
import { SampleChoiceInput } from './sample-choice-input.tsx'
import { SearchChoiceInput } from './search-choice-input.tsx'
import { AspectRatioPicker } from './aspect-ratio-picker.tsx'

/**
 * Input for a closed list of options. Options with audio samples can be played, and shapes are drawn. A few short options form a row of
 * buttons. Longer lists use a menu, and the longest lists a search.
 */
export function ChoiceInput(props: FieldInputProps<ChoiceField>) {
  const look = choiceVariant(props.field)
  const placement = usePlacement()
  if (look === 'search') return <SearchChoiceInput {...props} />
  if (placement === 'item') return <StackedMenu {...props} />
  if (look === 'samples') return <SampleChoiceInput {...props} />
  if (look === 'shapes') return <AspectRatioPicker {...props} />
  if (look === 'buttons') return <ButtonRow {...props} />
  return placement === 'panel' ? <MenuRow {...props} /> : <StackedMenu {...props} />
}

/** Identifies options by index, because values may be of any type. */
function ButtonRow({ field, value, onChange, problems, aside }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const place = placeOfChoice(field, value)
  const canBeCleared = field.default === null && !field.isRequired
  const clearButton = <ClearChoiceButton label={field.label} isChosen={value !== undefined} onClear={() => onChange(undefined)} />
  return (
    <FieldFrame field={field} problems={problems} isGroup aside={aside ?? (canBeCleared ? clearButton : undefined)}>
      {(control) => (
        <SegmentedControl
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

/** Label and menu on one line. */
function MenuRow({ field, value, onChange, problems }: FieldInputProps<ChoiceField>) {
  const id = fieldElementId(field.name)
  const message = firstMessage(problems)
  const describedBy = [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.line}>
      <div className={styles.row}>
        <span className={styles.name}>
          <label htmlFor={id}>
            <FieldLabel field={field} />
          </label>
          <FieldHelpTip field={field} />
        </span>
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
        <HelpText id={`${id}-help`} isHidden={field.helpPlacement !== 'inline'}>
          {field.help}
        </HelpText>
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
      variant={look}
      wide={look === 'plain'}
      options={isOpen ? [{ value: nothingChosen, label: field.isRequired ? say('Choose') : say('Service default') }, ...options] : options}
      value={place === -1 ? nothingChosen : String(place)}
      onChange={(next) => onChange(next === nothingChosen ? undefined : field.options[Number(next)]?.value)}
    />
  )
}

/** Returns the index of the chosen option, or of the default. -1 if there is neither. */
function placeOfChoice(field: ChoiceField, value: unknown): number {
  const chosen = value ?? field.default
  return field.options.findIndex((option) => option.value === chosen)
}
