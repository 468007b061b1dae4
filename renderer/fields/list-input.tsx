import type { KeyboardEvent } from 'react'
import { useEffect, useState } from 'react'
import type { ListField } from '../../shared/form/fields.ts'
import { listItemField, nestedFieldName, listItemLabel } from '../../shared/form/fields.ts'
import type { Value } from '../../shared/form/values.ts'
import { say, sayContract } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FieldError } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { MultiChoiceInput, isSetOfChoices } from './multi-choice-input.tsx'
import { FieldLabel } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage, problemsWithin } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import { moveItem } from '../../shared/form/image-references.ts'
import styles from './list-input.module.css'
import { PlacementProvider } from './placement.ts'
import { slotAttribute, slotListAttribute, useDragReorder } from './use-drag-reorder.ts'

/** Input for a list of values. A list of unique values from a few options uses chips. Any other list is ordered. */
export function ListInput(props: FieldInputProps<ListField>) {
  return isSetOfChoices(props.field) ? <MultiChoiceInput {...props} /> : <OrderedList {...props} />
}

/**
 * Ordered list of texts, numbers or groups. Users can add, remove and reorder items. They reorder by dragging an item's grip, or with the
 * arrow keys on the grip.
 */
function OrderedList({ field, value, onChange, problems }: FieldInputProps<ListField>) {
  const { Input } = useFormServices()
  const announce = useAnnounce()
  const id = fieldElementId(field.name)
  // A required list shows at least its minimum number of items, and at least one. The missing items are empty.
  const least = field.isRequired ? Math.max(1, field.minItems) : 0
  const given: readonly Value[] = Array.isArray(value) ? value : []
  const items = [...given, ...Array.from({ length: least - given.length }, () => null)]
  // A row keeps its React key when its item moves. Unfinished text and focus then move too.
  const [keys, setKeys] = useState<readonly number[]>([])
  const keyOf = (index: number): number => (keys.length === items.length ? (keys[index] ?? index) : index)
  const [focus, setFocus] = useState<{ readonly id: string } | null>(null)
  const word = typeof field.item.title === 'string' ? sayContract(field.item.title) : null
  const isOfGroups = listItemField(field, '0', word ?? field.label).kind === 'group'
  const message = firstMessage(problems.filter((problem) => problem.field === field.name))
  const hasRoom = field.maxItems === null || items.length < field.maxItems

  function put(next: readonly Value[], nextKeys: readonly number[], focusId: string | null): void {
    onChange(next.every((item) => item === null) && next.length <= least ? undefined : next)
    setKeys(nextKeys)
    if (focusId !== null) setFocus({ id: focusId })
  }
  function move(from: number, to: number): void {
    if (to < 0 || to >= items.length || to === from) return
    put(
      moveItem(items, from, to),
      moveItem(
        items.map((_, index) => keyOf(index)),
        from,
        to
      ),
      `${id}-grip-${to}`
    )
    announce(say('Moved to position {number} of {count}.', { number: to + 1, count: items.length }))
  }
  const { draggedIndex, startDragging } = useDragReorder(move, id)
  function moveByKey(event: KeyboardEvent, index: number): void {
    const places: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }
    const to = places[event.key]
    if (to === undefined || to < 0 || to >= items.length) return
    event.preventDefault()
    move(index, to)
  }
  function add(): void {
    const taken = items.map((_, index) => keyOf(index))
    put([...items, null], [...taken, Math.max(-1, ...taken) + 1], fieldElementId(nestedFieldName(field.name, items.length)))
    announce(
      word === null
        ? say('Item {number} added.', { number: items.length + 1 })
        : say('{word} {number} added.', { word, number: items.length + 1 })
    )
  }
  function remove(index: number): void {
    put(items.toSpliced(index, 1), items.map((_, place) => keyOf(place)).toSpliced(index, 1), `${id}-add`)
    announce(
      word === null ? say('Item {number} removed.', { number: index + 1 }) : say('{word} {number} removed.', { word, number: index + 1 })
    )
  }
  useEffect(() => {
    if (focus !== null) document.getElementById(focus.id)?.focus()
  }, [focus])

  return (
    <div
      id={id}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={message === null ? undefined : `${id}-error`}
      className={styles.list}
    >
      <div className={styles.label}>
        <span id={`${id}-label`}>
          <FieldLabel field={field} />
        </span>
        <span className={styles.aside}>{countText(field, given.length)}</span>
      </div>
      {field.help !== null && <p className={styles.help}>{field.help}</p>}
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

/** Label of the button that adds an item. `word` is the contract's name for an item, or null if the contract gives none. */
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
