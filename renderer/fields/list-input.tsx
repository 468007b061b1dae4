import type { ListField } from '../../shared/form/fields.ts'
import { listItemField, nestedFieldName, listItemLabel } from '../../shared/form/fields.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FieldError } from '../ui/field.tsx'
import { HelpText } from '../ui/help-tip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { MultiChoiceInput, isMultiChoiceList } from './multi-choice-input.tsx'
import { FieldHelpTip, FieldLabel } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage, problemsWithin } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import styles from './list-input.module.css'
import { PlacementProvider } from './placement.ts'
import { slotAttribute, slotListAttribute } from './use-drag-reorder.ts'
import { useListItems } from './use-list-items.ts'

/** Input for a list of values. A list of unique values from a few options uses chips. Any other list is ordered. */
export function ListInput(props: FieldInputProps<ListField>) {
  return isMultiChoiceList(props.field) ? <MultiChoiceInput {...props} /> : <OrderedList {...props} />
}

/**
 * Ordered list of texts, numbers or groups. Users can add, remove and reorder items. To reorder, they drag an item's handle, or use the
 * arrow keys on the handle.
 */
function OrderedList({ field, value, onChange, problems, aside }: FieldInputProps<ListField>) {
  const { Input } = useFormServices()
  const id = fieldElementId(field.name)
  const word = typeof field.item.title === 'string' ? sayContract(field.item.title) : null
  const { items, least, keyOf, add, remove, moveByKey, draggedIndex, startDragging } = useListItems(field, { value, onChange }, word)
  const isOfGroups = listItemField(field, '0', word ?? field.label).kind === 'group'
  const message = firstMessage(problems.filter((problem) => problem.field === field.name))
  const hasRoom = field.maxItems === null || items.length < field.maxItems

  return (
    <div
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={
        [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ') || undefined
      }
      className={styles.list}
    >
      <div className={styles.label}>
        <span id={`${id}-label`}>
          <FieldLabel field={field} />
        </span>
        <FieldHelpTip field={field} />
        <span className={styles.aside}>{aside ?? countText(field, Array.isArray(value) ? value.length : 0)}</span>
      </div>
      {field.help !== null && (
        <HelpText id={`${id}-help`} isHidden={field.helpPlacement !== 'inline'}>
          {field.help}
        </HelpText>
      )}
      {items.length > 0 && (
        <div className={styles.rows}>
          {items.map((item, index) => {
            const name = nestedFieldName(field.name, index)
            const label = listItemLabel(field, index)
            const own = { ...listItemField(field, String(index), label), name }
            return (
              <div
                key={keyOf(index)}
                {...{ [slotAttribute]: index, [slotListAttribute]: id }}
                className={classNames(styles.row, isOfGroups && styles.tall, draggedIndex === index && styles.dragged)}
              >
                <IconButton
                  id={`${id}-grip-${index}`}
                  label={say('Move {label}: drag or use the arrow keys', { label })}
                  icon="grip"
                  size="small"
                  className={styles.grip}
                  onPointerDown={(event) => startDragging(index, event)}
                  onKeyDown={(event) => moveByKey(event, index)}
                />
                {!isOfGroups && (
                  <span className={styles.number} aria-hidden="true">
                    {index + 1}
                  </span>
                )}
                <PlacementProvider value={isOfGroups ? 'page' : 'item'}>
                  <Input
                    field={own.kind === 'group' ? { ...own, help: null } : own}
                    value={item ?? undefined}
                    problems={problemsWithin(name, problems)}
                    onChange={(next) => onChange(items.with(index, next ?? null))}
                  />
                </PlacementProvider>
                {items.length > least ? (
                  <IconButton
                    label={say('Remove {label}', { label })}
                    icon="trash"
                    size="small"
                    className={styles.remove}
                    onClick={() => remove(index)}
                  />
                ) : (
                  <span />
                )}
              </div>
            )
          })}
        </div>
      )}
      <div className={styles.foot}>
        <Button id={`${id}-add`} variant="plain" size="small" icon="plus" notReady={!hasRoom} onClick={add}>
          {addText(field, word, items.length === 0)}
        </Button>
      </div>
      {message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  )
}

/** Returns the label of the button that adds an item. `word` is the contract's name for an item, or null if the contract gives none. */
function addText({ label }: ListField, word: string | null, isFirst: boolean): string {
  if (word === null) return say('Add to {label}', { label })
  const lower = word.toLowerCase()
  if (!isFirst) return say('Add another {word}', { word: lower })
  return /^[aeiou]/.test(lower) ? say('Add an {word}', { word: lower }) : say('Add a {word}', { word: lower })
}

function countText(field: ListField, count: number): string | null {
  if (field.maxItems !== null) return say('{count} (up to {maxItems})', { count, maxItems: field.maxItems })
  return count === 0 ? null : String(count)
}
