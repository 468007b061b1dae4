import type { SwitchField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { FieldError } from '../ui/field.tsx'
import { SegmentedControl } from '../ui/segmented-control.tsx'
import { Switch } from '../ui/switch.tsx'
import { FieldFrame, FieldHelpTip, FieldLabel, ClearChoiceButton } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import styles from './switch-input.module.css'

/** Input for a boolean. Without a default, an unset field shows neither On nor Off and isn't sent. */
export function SwitchInput(props: FieldInputProps<SwitchField>) {
  const { field, value, onChange, problems } = props
  const id = fieldElementId(field.name)
  const message = firstMessage(problems)
  if (field.default === null && field.mustBe === null) return <OnOffOrNeither {...props} />
  return (
    <div className={styles.line}>
      <Switch
        id={id}
        label={<FieldLabel field={field} />}
        help={field.help ?? undefined}
        helpTip={<FieldHelpTip field={field} />}
        isHelpHidden={field.helpPlacement !== 'inline'}
        checked={typeof value === 'boolean' ? value : (field.default ?? false)}
        onChange={onChange}
      />
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  )
}

function OnOffOrNeither({ field, value, onChange, problems }: FieldInputProps<SwitchField>) {
  const id = fieldElementId(field.name)
  const clearButton = <ClearChoiceButton label={field.label} isChosen={value !== undefined} onClear={() => onChange(undefined)} />
  return (
    <FieldFrame field={field} problems={problems} isGroup aside={field.isRequired ? undefined : clearButton}>
      {(control) => (
        <SegmentedControl
          wide
          id={id}
          labelledBy={`${id}-label`}
          describedBy={control['aria-describedby']}
          options={[
            { value: 'on', label: say('On') },
            { value: 'off', label: say('Off') }
          ]}
          value={typeof value === 'boolean' ? (value ? 'on' : 'off') : null}
          onChange={(next) => onChange(next === 'on')}
        />
      )}
    </FieldFrame>
  )
}
