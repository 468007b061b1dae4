import type { ChoiceField, ListField } from '../../shared/form/fields.ts'
import { listItemField } from '../../shared/form/fields.ts'
import { say } from '../../shared/i18n/say.ts'
import { Chip } from '../ui/chip.tsx'
import styles from './multi-choice-input.module.css'
import { choiceVariant } from './choice-variants.ts'
import { FieldFrame } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId } from './field-input-props.ts'

/** True for a list of unique values from a few options. Their order doesn't matter, so the list uses `MultiChoiceInput`. */
export function isMultiChoiceList(list: ListField): boolean {
  const item = listItemField(list, 'item', '')
  return list.isUnique && item.kind === 'choice' && choiceVariant(item) !== 'search'
}

/** Input for choosing one or more values from a short list of options. The values are sent in the contract's order. */
export function MultiChoiceInput({ field, value, onChange, problems }: FieldInputProps<ListField>) {
  const id = fieldElementId(field.name)
  const { options } = listItemField(field, 'item', '') as ChoiceField
  const chosen: readonly unknown[] = Array.isArray(value) ? value : Array.isArray(field.default) ? field.default : []

  function toggle(option: ChoiceField['options'][number]): void {
    const isOn = chosen.includes(option.value)
    const next = options.filter((one) => (one === option ? !isOn : chosen.includes(one.value))).map((one) => one.value)
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <FieldFrame field={field} problems={problems} isGroup aside={countText(field, chosen.length)}>
      {(control) => (
        <div
          id={id}
          tabIndex={-1}
          role="group"
          aria-labelledby={`${id}-label`}
          aria-describedby={control['aria-describedby']}
          className={styles.chips}
        >
          {options.map((option) => {
            const isOn = chosen.includes(option.value)
            return (
              <Chip key={option.label} on={isOn} icon={isOn ? 'check' : 'plus'} onClick={() => toggle(option)}>
                {option.label}
              </Chip>
            )
          })}
        </div>
      )}
    </FieldFrame>
  )
}

function countText({ minItems, maxItems }: ListField, count: number): string {
  if (maxItems !== null) return say('{count} (up to {maxItems})', { count, maxItems })
  return count === 0 && minItems > 0 ? say('{minItems} or more', { minItems }) : String(count)
}
