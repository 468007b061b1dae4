import type { KeyboardEvent, PointerEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { MediaField } from '../../shared/form/fields.ts'
import type { MediaValue } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { mediaItemName } from '../media/media-names.ts'
import { classNames } from '../ui/class-names.ts'
import { FieldError } from '../ui/field.tsx'
import { HelpText, HelpTip } from '../ui/help-tip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { mirrorArrowKey } from '../ui/reading-direction-provider.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { UrlInputRow } from './url-input-row.tsx'
import { FieldHelpTip, FieldLabel } from './field-frame.tsx'
import type { FieldInputProps } from './field-input-props.ts'
import { fieldElementId, firstMessage } from './field-input-props.ts'
import { useFormServices } from './form-services.ts'
import { moveItem, indexesAfterMove, indexesAfterRemoval } from '../../shared/form/image-references.ts'
import styles from './media-input.module.css'
import { mediaValues } from './media-list.ts'
import { MediaSlot } from './media-slot.tsx'
import slotStyles from './media-slot.module.css'
import { PaintMaskButton } from './media-sources.tsx'
import { AddMediaDropZone, EmptyDropZone, LoadingDropZone } from './media-drop-zone.tsx'
import { useMediaSize, usePlacement } from './placement.ts'
import { useDragReorder } from './use-drag-reorder.ts'

/** Input for images, videos, audio or 3D models. The field holds one item, or an ordered list whose images the prompt can refer to. */
export function MediaInput(props: FieldInputProps<MediaField>) {
  return props.field.isMany ? <MediaList {...props} /> : <SingleMedia {...props} />
}

function SingleMedia({ field, value, onChange, problems }: FieldInputProps<MediaField>) {
  const services = useFormServices()
  const announce = useAnnounce()
  const id = fieldElementId(field.name)
  const [media] = mediaValues(value)
  const message = firstMessage(problems)
  const skippedReason = services.skippedReason(field.name)
  const isReading = services.readingCount(field.name) > 0
  const under = field.isMask ? services.maskTarget(field) : null
  const isCompact = useMediaSize() === 'compact'
  const label = <MediaLabel field={field} id={id} />
  const describedBy = [field.help === null ? '' : `${id}-help`, message === null ? '' : `${id}-error`].filter(Boolean).join(' ')

  function remove(): void {
    onChange(undefined)
    announce(say('{label} removed.', { label: field.label }))
    // The empty drop zone, which gets the focus, isn't rendered yet.
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <div className={isCompact ? undefined : styles.single}>
      {(!isCompact || isReading) && label}
      <div className={styles.holder}>
        {isReading ? (
          <LoadingDropZone id={id} />
        ) : media === undefined ? (
          <EmptyDropZone id={id} field={field} name={field.label} describedBy={describedBy || undefined} label={label} />
        ) : (
          <MediaSlot
            id={id}
            field={field}
            value={media}
            index={0}
            name={field.label}
            layout={isCompact ? 'row' : 'alone'}
            topStart={isCompact && label}
            problem={message}
            actions={
              under !== null &&
              typeof media !== 'string' && (
                <PaintMaskButton look={isCompact ? 'quiet' : 'media'} field={field} under={under} before={services.mediaOf(media)} />
              )
            }
            onRemove={remove}
          />
        )}
        {media === undefined && message !== null && <FieldError id={`${id}-error`}>{message}</FieldError>}
        {skippedReason !== null && <FieldError>{skippedReason}</FieldError>}
      </div>
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
  const skippedReason = services.skippedReason(field.name)
  const readingCount = services.readingCount(field.name)
  const isCompact = useMediaSize() === 'compact'
  const label = field.alsoNamed === null && <MediaLabel field={field} id={id} />
  const whole = firstMessage(problems.filter((problem) => problem.index === null))
  const hasRoom = field.maxItems === null || values.length + readingCount < field.maxItems

  function move(from: number, to: number): void {
    if (to < 0 || to >= values.length || to === from) return
    services.setMedia(field, moveItem(values, from, to), indexesAfterMove(values.length, from, to))
    announce(say('Moved to position {number} of {count}.', { number: to + 1, count: values.length }))
  }
  const { draggedIndex, startDragging } = useDragReorder(move, field.name)

  function moveByKey(event: KeyboardEvent, index: number): void {
    const to = indexAfterKey(mirrorArrowKey(event), index, values.length)
    if (to === undefined || to < 0 || to >= values.length) return
    event.preventDefault()
    focusedGrip.current = to
    move(index, to)
  }
  // An element loses its focus when it moves in the document. The moved grip is therefore focused again.
  useEffect(() => {
    if (focusedGrip.current === null) return
    document.getElementById(`${fieldElementId(field.name, focusedGrip.current)}-grip`)?.focus()
    focusedGrip.current = null
  })

  function remove(index: number): void {
    services.setMedia(field, values.toSpliced(index, 1), indexesAfterRemoval(values.length, index))
    announce(say('{name} removed.', { name: mediaItemName(field, index) }))
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  const notes = (
    <>
      {whole !== null && <FieldError id={`${id}-error`}>{whole}</FieldError>}
      {skippedReason !== null && <FieldError>{skippedReason}</FieldError>}
    </>
  )
  if (values.length === 0 && readingCount === 0) {
    return (
      <div>
        {!isCompact && label}
        <EmptyDropZone
          id={id}
          field={field}
          name={mediaItemName(field, 0)}
          describedBy={whole === null ? undefined : `${id}-error`}
          label={label}
        />
        {notes}
      </div>
    )
  }
  const shown = values.length + readingCount
  return (
    <div>
      {label}
      <div
        role="group"
        aria-label={field.label}
        className={isCompact ? styles.strip : classNames(styles.list, gridOf(field, shown, hasRoom))}
      >
        {values.map((media, index) => (
          <MediaSlot
            key={keyOf(values, index)}
            id={fieldElementId(field.name, index)}
            field={field}
            value={media}
            index={index}
            name={mediaItemName(field, index)}
            layout={isCompact ? 'tile' : 'listed'}
            problem={firstMessage(problems.filter((problem) => problem.index === index))}
            isDragged={draggedIndex === index}
            onRemove={() => remove(index)}
            topStart={<PlaceTag field={field} index={index} />}
            grip={
              values.length > 1 && (
                <MoveGrip
                  field={field}
                  index={index}
                  onDrag={(event) => startDragging(index, event)}
                  onKey={(event) => moveByKey(event, index)}
                />
              )
            }
          />
        ))}
        {Array.from({ length: readingCount }, (_, place) => (
          <LoadingDropZone key={`reading-${place}`} isListed />
        ))}
        {hasRoom && (
          <div className={styles.addPlace}>
            <AddMediaDropZone id={id} field={field} name={mediaItemName(field, shown)} onOpenAddress={() => setIsAddressOpen(true)} />
          </div>
        )}
      </div>
      {isAddressOpen && hasRoom && (
        <div className={styles.note}>
          <UrlInputRow
            fieldId={id}
            label={say('Web address of {name}', { name: mediaItemName(field, shown) })}
            takesMany
            onAdd={(addresses) => services.addValues(field, addresses, null)}
            onClose={() => setIsAddressOpen(false)}
          />
        </div>
      )}
      {notes}
    </div>
  )
}

function indexAfterKey(key: string, index: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowUp: index - 1,
    ArrowRight: index + 1,
    ArrowDown: index + 1,
    Home: 0,
    End: count - 1
  }
  return places[key]
}

/** Handle that moves an item of a list by drag or by keyboard. */
function MoveGrip({
  field,
  index,
  onDrag,
  onKey
}: {
  readonly field: MediaField
  readonly index: number
  readonly onDrag: (event: PointerEvent) => void
  readonly onKey: (event: KeyboardEvent) => void
}) {
  return (
    <IconButton
      id={`${fieldElementId(field.name, index)}-grip`}
      label={say('Move {label}: drag or use the arrow keys', { label: mediaItemName(field, index) })}
      icon="grip"
      variant={field.medium === 'audio' ? 'quiet' : 'media'}
      size="small"
      className={slotStyles.grip}
      onPointerDown={onDrag}
      onKeyDown={onKey}
    />
  )
}

/** Label and help text of a media field. */
function MediaLabel({ field, id }: { readonly field: MediaField; readonly id: string }) {
  const isInGroup = usePlacement() !== 'panel'
  const isCompact = useMediaSize() === 'compact'
  const name = <FieldLabel field={field} />
  const isTip = isCompact && field.helpPlacement === 'inline' && field.help !== null
  return (
    <div className={isCompact ? styles.rowLabel : styles.label}>
      <span className={styles.name}>
        {isInGroup ? (
          <span id={`${id}-label`} className="strong">
            {name}
          </span>
        ) : (
          <h2 id={`${id}-label`}>{name}</h2>
        )}
        {isTip ? <HelpTip label={field.label}>{field.help}</HelpTip> : <FieldHelpTip field={field} />}
      </span>
      {field.help !== null && (
        <HelpText id={`${id}-help`} isHidden={isCompact || field.helpPlacement !== 'inline'} className="small ink-3">
          {field.help}
        </HelpText>
      )}
    </div>
  )
}

/** Shows a list item's name, such as "image 1". If the prompt can refer to the item, the name is a button that inserts the name. */
function PlaceTag({ field, index }: { readonly field: MediaField; readonly index: number }) {
  const { mention } = useFormServices()
  const name = mediaItemName(field, index)
  if (mention === null || field.medium !== 'image') return <span className={slotStyles.tag}>{name}</span>
  return (
    <Tooltip label={say('Add to prompt')}>
      <button
        type="button"
        className={slotStyles.tag}
        aria-label={say('Add “{name}” to the prompt', { name })}
        onClick={() => mention(field, index)}
      >
        {name}
      </button>
    </Tooltip>
  )
}

function gridOf(field: MediaField, shown: number, hasRoom: boolean): string {
  if (field.medium === 'audio') return classNames(styles.rows)
  if (!hasRoom) return classNames(styles.full, shown === 3 && styles.three)
  return classNames(shown === 1 ? styles.one : shown === 2 ? styles.two : styles.many)
}

/** Returns the React key of a media item. The key stays the same when the item moves. Equal values are numbered. */
function keyOf(values: readonly MediaValue[], index: number): string {
  const text = JSON.stringify(values[index])
  return `${text} ${values.slice(0, index).filter((earlier) => JSON.stringify(earlier) === text).length}`
}
