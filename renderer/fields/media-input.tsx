import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { assertNever } from '../../shared/assert-never.ts'
import type { MediaField } from '../../shared/fields.ts'
import type { MediaValue } from '../../shared/values.ts'
import { classNames } from '../ui/class-names.ts'
import { FieldError } from '../ui/field.tsx'
import type { IconName } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import { moveItem, placesAfterMove, placesAfterRemoval } from './image-references.ts'
import styles from './media-input.module.css'
import { mediaValues } from './media-list.ts'
import { MediaSlot } from './media-slot.tsx'
import slotStyles from './media-slot.module.css'
import { AddressRow, AddWell, OpenWell, ReadingWell } from './media-well.tsx'
import { useReorder } from './use-reorder.ts'

/** Pictures, clips, sounds: one, or an ordered list whose places the prompt can name. */
export function MediaInput(props: FieldInputProps<MediaField>) {
  return props.field.isMany ? <MediaList {...props} /> : <SingleMedia {...props} />
}

function SingleMedia({ field, value, onChange, problems }: FieldInputProps<MediaField>) {
  const services = useFormServices()
  const id = fieldElementId(field.name)
  const [media] = mediaValues(value)
  const message = firstMessage(problems)
  const leftOut = services.leftOut(field.name)
  const isReading = services.readingCount(field.name) > 0
  return (
    <div>
      <div className={styles.label}>
        <h2 id={`${id}-label`}>{field.label}</h2>
        {field.help !== null && (
          <span id={`${id}-help`} className="small ink-3">
            {field.help}
          </span>
        )}
      </div>
      {isReading ? (
        <ReadingWell ratio="4 / 3" />
      ) : media === undefined ? (
        <OpenWell
          id={id}
          field={field}
          icon={iconOfField(field)}
          title={openWords(field)}
          ratio="4 / 3"
          describedBy={`${id}-label`}
          onAddress={(address) => onChange(address)}
        />
      ) : (
        <MediaSlot
          id={id}
          field={field}
          value={media}
          index={0}
          name={field.label}
          ratio="4 / 3"
          fit="contain"
          problem={message}
          onRemove={() => onChange(undefined)}
        />
      )}
      {media === undefined && message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
      {leftOut !== null && <FieldError>{leftOut}</FieldError>}
    </div>
  )
}

function MediaList({ field, value, problems }: FieldInputProps<MediaField>) {
  const services = useFormServices()
  const announce = useAnnounce()
  const [isAddressOpen, setIsAddressOpen] = useState(false)
  const focusedGrip = useRef<number | null>(null)
  const values = mediaValues(value)
  const id = fieldElementId(field.name)
  const leftOut = services.leftOut(field.name)
  const readingCount = services.readingCount(field.name)
  const whole = firstMessage(problems.filter((problem) => problem.index === null))
  const hasRoom = field.maxItems === null || values.length + readingCount < field.maxItems

  function move(from: number, to: number): void {
    if (to < 0 || to >= values.length || to === from) return
    services.setMedia(field, moveItem(values, from, to), placesAfterMove(values.length, from, to))
    announce(`It is ${nameOf(field, to)} of ${values.length} now.`)
  }
  const { draggedIndex, startDragging } = useReorder(move)

  function moveByKey(event: KeyboardEvent, index: number): void {
    const places: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      Home: 0,
      End: values.length - 1
    }
    const to = places[event.key]
    if (to === undefined || to < 0 || to >= values.length) return
    event.preventDefault()
    focusedGrip.current = to
    move(index, to)
  }
  // Moving an element in the document takes its focus away; the grip gets it back at its new place.
  useEffect(() => {
    if (focusedGrip.current === null) return
    document.getElementById(`${fieldElementId(field.name, focusedGrip.current)}-grip`)?.focus()
    focusedGrip.current = null
  })

  function remove(index: number): void {
    services.setMedia(field, values.toSpliced(index, 1), placesAfterRemoval(values.length, index))
    announce(`${nameOf(field, index)} removed.`)
    document.getElementById(id)?.focus()
  }
  function addAddress(address: string): void {
    services.setMedia(
      field,
      [...values, address],
      values.map((_, place) => place)
    )
  }

  if (values.length === 0 && readingCount === 0) {
    return (
      <div>
        <ListLabel field={field} id={id} />
        <OpenWell
          id={id}
          field={field}
          icon={iconOfField(field)}
          title={openWords(field)}
          describedBy={whole === null ? undefined : `${id}-error`}
          onAddress={addAddress}
        />
        {whole !== null && <FieldError id={`${id}-error`}>{whole}</FieldError>}
        {leftOut !== null && <FieldError>{leftOut}</FieldError>}
      </div>
    )
  }
  const shown = values.length + readingCount
  return (
    <div>
      <ListLabel field={field} id={id} />
      <div role="group" aria-label={field.label} className={classNames(styles.list, gridOf(shown, hasRoom))}>
        {values.map((media, index) => (
          <MediaSlot
            key={keyOf(values, index)}
            id={fieldElementId(field.name, index)}
            field={field}
            value={media}
            index={index}
            name={nameOf(field, index)}
            ratio="4 / 3"
            fit="cover"
            problem={firstMessage(problems.filter((problem) => problem.index === index))}
            isDragged={draggedIndex === index}
            onRemove={() => remove(index)}
            topLeft={<PlaceTag field={field} index={index} />}
            grip={
              values.length > 1 && (
                <IconButton
                  id={`${fieldElementId(field.name, index)}-grip`}
                  label={`Move ${nameOf(field, index)}: drag, or arrow keys`}
                  icon="grip"
                  look="media"
                  size="small"
                  className={slotStyles.grip}
                  onPointerDown={(event) => startDragging(index, event)}
                  onKeyDown={(event) => moveByKey(event, index)}
                />
              )
            }
          />
        ))}
        {Array.from({ length: readingCount }, (_, place) => (
          <ReadingWell key={`reading-${place}`} ratio="4 / 3" />
        ))}
        {hasRoom && (
          <div className={styles.addPlace}>
            <AddWell id={id} field={field} name={nameOf(field, shown)} onOpenAddress={() => setIsAddressOpen(true)} />
          </div>
        )}
      </div>
      {isAddressOpen && hasRoom && (
        <div className={styles.note}>
          <AddressRow label={`Web address of ${nameOf(field, shown)}`} onAdd={addAddress} onClose={() => setIsAddressOpen(false)} />
        </div>
      )}
      {whole !== null && <FieldError id={`${id}-error`}>{whole}</FieldError>}
      {leftOut !== null && <FieldError>{leftOut}</FieldError>}
    </div>
  )
}

/** What the list is for. The images that a maker of pictures edits need no name: they are all that its form takes. */
function ListLabel({ field, id }: { readonly field: MediaField; readonly id: string }) {
  if (field.alsoNamed !== null) return null
  return (
    <div className={styles.label}>
      <h2 id={`${id}-label`}>{field.label}</h2>
      {field.help !== null && (
        <span id={`${id}-help`} className="small ink-3">
          {field.help}
        </span>
      )}
    </div>
  )
}

/** The words by which the prompt names a picture; pressing writes them there. */
function PlaceTag({ field, index }: { readonly field: MediaField; readonly index: number }) {
  const { mention } = useFormServices()
  const name = nameOf(field, index)
  if (mention === null) return <span className={slotStyles.tag}>{name}</span>
  return (
    <Tooltip words="Write it into the prompt">
      <button type="button" className={slotStyles.tag} aria-label={`Write “${name}” into the prompt`} onClick={() => mention(field, index)}>
        {name}
      </button>
    </Tooltip>
  )
}

/** "image 2": the words that the prompt uses. */
function nameOf(field: MediaField, index: number): string {
  return `${wordOf(field)} ${index + 1}`
}

function wordOf(field: MediaField): string {
  switch (field.medium) {
    case 'image':
    case 'video':
      return field.medium
    case 'audio':
      return 'sound'
    case 'model':
      return '3D model'
    case null:
      return 'file'
    default:
      return assertNever(field.medium)
  }
}

function iconOfField(field: MediaField): IconName {
  if (field.medium === 'image') return /face/i.test(field.name) ? 'face' : 'image-plus'
  return field.medium ?? 'file'
}

function openWords(field: MediaField): string {
  if (!field.isMany) return `Drop ${field.medium === 'image' ? 'an' : 'a'} ${wordOf(field)} here, or paste it`
  const most = field.maxItems === null ? '' : field.maxItems === 1 ? '1 ' : `up to ${field.maxItems} `
  return `Drop ${most}${wordOf(field)}${field.maxItems === 1 ? '' : 's'} here, or paste them`
}

function gridOf(shown: number, hasRoom: boolean): string {
  if (!hasRoom) return classNames(styles.full, shown === 3 && styles.three)
  return classNames(shown === 1 ? styles.one : shown === 2 ? styles.two : styles.many)
}

/** Stays with a medium when it moves; the same address twice gets a number. */
function keyOf(values: readonly MediaValue[], index: number): string {
  const text = JSON.stringify(values[index])
  return `${text} ${values.slice(0, index).filter((earlier) => JSON.stringify(earlier) === text).length}`
}
