import type { DragEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import type { DraftMedia } from '../../shared/media-facts.ts'
import type { MediaValue } from '../../shared/values.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Pic } from '../ui/pic.tsx'
import { useFormServices } from './form-services.ts'
import { addressWords, factWords } from './media-list.ts'
import styles from './media-slot.module.css'
import { slotAttribute } from './use-reorder.ts'

export type MediaSlotProps = {
  readonly id: string
  readonly field: MediaField
  readonly value: MediaValue
  readonly index: number
  /** What people call it: "image 2", "Target photo". */
  readonly name: string
  readonly ratio: string
  readonly fit: 'cover' | 'contain'
  readonly topLeft?: ReactNode
  /** Where it can be reordered. */
  readonly grip?: ReactNode
  readonly isDragged?: boolean
  /** What is wrong with it; null: nothing. */
  readonly problem: string | null
  readonly onRemove: () => void
}

/** One piece of media in its well: picture, name, figures, and what is wrong with it. Files dropped on it take its place. */
export function MediaSlot({
  id,
  field,
  value,
  index,
  name,
  ratio,
  fit,
  topLeft,
  grip,
  isDragged = false,
  problem,
  onRemove
}: MediaSlotProps) {
  const services = useFormServices()
  const [isOver, setIsOver] = useState(false)
  const draft = typeof value === 'string' ? null : services.draftOf(value)
  const title = typeof value === 'string' ? addressWords(value) : { name: draft?.facts.name ?? name, host: '' }

  function drop(event: DragEvent): void {
    setIsOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    services.addFiles(field, [...event.dataTransfer.files], index)
  }

  return (
    <figure
      id={id}
      tabIndex={-1}
      {...{ [slotAttribute]: index }}
      className={classNames(
        styles.slot,
        problem !== null && styles.bad,
        isOver && services.isDragging && styles.over,
        isDragged && styles.dragged
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div className={styles.media} style={{ aspectRatio: ratio }}>
        <Preview value={value} draft={draft} alt={title.name} fit={fit} />
        <div className={styles.left}>{topLeft}</div>
        <div className={styles.right}>
          <div className={styles.quiet}>
            <IconButton
              label={`Choose another for ${name}`}
              icon="replace"
              look="media"
              size="small"
              onClick={() => services.browse(field, index)}
            />
            <IconButton label={`Remove ${name}`} icon="close" look="media" size="small" onClick={onRemove} />
          </div>
          {grip}
        </div>
      </div>
      <figcaption>
        <div className={styles.caption}>
          <span className="cut">{title.name}</span>
          <span className={styles.figures}>{draft === null ? title.host : factWords(draft.facts)}</span>
        </div>
        {problem !== null && (
          <p className={styles.why}>
            <Icon name="warning" size="s" />
            <span>{problem}</span>
          </p>
        )}
      </figcaption>
    </figure>
  )
}

function Preview({
  value,
  draft,
  alt,
  fit
}: {
  readonly value: MediaValue
  readonly draft: DraftMedia | null
  readonly alt: string
  readonly fit: 'cover' | 'contain'
}) {
  if (typeof value === 'string') {
    return (
      <div className={styles.standIn}>
        <Icon name="link" size="l" />
        The service fetches it
      </div>
    )
  }
  if (draft === null) {
    return (
      <div className={styles.standIn}>
        <Icon name="image-off" size="l" />
        The file has to be chosen again
      </div>
    )
  }
  switch (draft.facts.medium) {
    case 'image':
      return <Pic src={draft.previewUrl} alt={alt} fit={fit} className={styles.picture} />
    case 'video':
      return <video src={draft.previewUrl} className={styles.video} muted playsInline preload="metadata" aria-label={alt} />
    case 'audio':
      return (
        <div className={classNames(styles.standIn, styles.sound)}>
          <Icon name="audio" size="l" />
        </div>
      )
    case 'model':
    case null:
      return (
        <div className={styles.standIn}>
          <Icon name={draft.facts.medium === 'model' ? 'model' : 'file'} size="l" />
        </div>
      )
  }
}
