import type { CSSProperties, ReactNode } from 'react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ImageRequirements, MediaField } from '../../shared/form/fields.ts'
import { imageFixOf } from '../../shared/form/fields.ts'
import type { InspectedMedia } from '../../shared/form/media-facts.ts'
import type { MediaValue } from '../../shared/form/values.ts'
import { isItemReference } from '../../shared/form/values.ts'
import { say } from '../../shared/i18n/say.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatBytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useFocusFallbackById } from '../ui/use-focus-fallback.ts'
import { useFormServices } from './form-services.ts'
import { useMediaDrop } from './use-media-drop.ts'
import { mediaFactTexts } from './media-fact-texts.ts'
import { urlDisplayParts } from './media-list.ts'
import { MediaPreview, MediaPlaceholder } from './media-preview.tsx'
import styles from './media-slot.module.css'
import { usePlacement } from './placement.ts'
import { AudioPlayer } from './audio-player.tsx'
import { slotAttribute, slotListAttribute } from './use-drag-reorder.ts'

const CropButton = lazy(async () => ({ default: (await import('./editor/media-edit-buttons.tsx')).CropButton }))
const CutButton = lazy(async () => ({ default: (await import('./editor/media-edit-buttons.tsx')).CutButton }))
const FrameButton = lazy(async () => ({ default: (await import('./editor/media-edit-buttons.tsx')).FrameButton }))

export type MediaSlotProps = {
  readonly id: string
  readonly field: MediaField
  readonly value: MediaValue
  readonly index: number
  /** Display name, such as "image 2" or "Target photo". */
  readonly name: string
  /**
   * `alone`: the field's only item, shown uncropped with its facts. `listed`: one of several items in a list. `row` and `tile`: compact
   * variants with less height.
   */
  readonly layout: 'alone' | 'listed' | 'row' | 'tile'
  /** Tag on the media, or the field's label above the name in a `row`. */
  readonly topStart?: ReactNode
  /** Handle for reordering. Omitted if the item can't be reordered. */
  readonly grip?: ReactNode
  readonly isDragged?: boolean
  /** Validation message for the item. Null if the item is valid. */
  readonly problem: string | null
  /** Further actions, such as editing a mask. */
  readonly actions?: ReactNode
  readonly onRemove: () => void
}

/** A media item of a field: preview or player, facts, and any validation message. Dropped or pasted media replaces the item. */
export function MediaSlot(props: MediaSlotProps) {
  const { id, field, value, index, layout, isDragged = false, problem } = props
  const services = useFormServices()
  const placement = usePlacement()
  const { isOver, dropProps } = useMediaDrop(field, index)
  const slot = useRef<HTMLElement>(null)
  useFocusFallbackById(slot, id)
  const media = typeof value === 'string' ? null : services.mediaOf(value)
  const title = useTitle(props, media)
  const isSound = media?.facts.medium === 'audio' || (media === null && field.medium === 'audio')

  return (
    <figure
      ref={slot}
      id={id}
      tabIndex={-1}
      {...{ [slotAttribute]: index, [slotListAttribute]: field.name }}
      className={classNames(
        styles.slot,
        layout === 'alone' && styles.alone,
        layout === 'alone' && placement !== 'panel' && styles.inGroup,
        layout === 'row' && styles.inRow,
        layout === 'tile' && styles.tile,
        isSound && styles.sound,
        problem !== null && styles.bad,
        isOver && styles.over,
        isDragged && styles.dragged
      )}
      {...dropProps}
    >
      {isSound ? (
        <SoundSlot {...props} media={media} title={title} />
      ) : layout === 'row' ? (
        <RowSlot {...props} media={media} title={title} />
      ) : (
        <PictureSlot {...props} media={media} title={title} />
      )}
    </figure>
  )
}

type Known = MediaSlotProps & { readonly media: InspectedMedia | null; readonly title: string }

/** Slot for an image, a video or a 3D model. The name and facts are beside or below the preview. */
function PictureSlot(props: Known) {
  const { value, media, title, layout, topStart, grip, problem } = props
  const { width, height } = media?.facts ?? { width: null, height: null }
  const isMeasured = layout === 'alone' && width !== null && height !== null
  const shape = isMeasured ? width / height : 4 / 3
  return (
    <div className={styles.body} style={{ '--shape': shape } as CSSProperties}>
      <div className={styles.media}>
        {media === null ? (
          <Absent value={value} isSmall={layout === 'tile'} />
        ) : (
          <MediaPreview media={media} alt={title} fit={layout === 'listed' ? 'cover' : 'contain'} />
        )}
        <div className={styles.start}>{topStart}</div>
        <div className={styles.end}>
          <div className={styles.quiet}>
            <SlotActions {...props} look="media" />
          </div>
          {grip}
        </div>
      </div>
      <figcaption>
        <div className={styles.caption}>
          <span dir="auto" className={classNames('cut', styles.name)} title={title}>
            {title}
          </span>
          <Facts value={value} facts={media === null ? [] : mediaFactTexts(media.facts)} />
        </div>
        {problem !== null && <Why {...props} problem={problem} />}
      </figcaption>
    </div>
  )
}

/** Compact slot. The label, name and facts are beside the preview. The actions replace the facts. */
function RowSlot(props: Known) {
  const { value, media, title, topStart, problem } = props
  const { width, height } = media?.facts ?? { width: null, height: null }
  const shape = width === null || height === null ? 4 / 3 : width / height
  return (
    <div className={styles.rowBody} style={{ '--shape': shape } as CSSProperties}>
      <div className={styles.media}>
        {media === null ? <Absent value={value} isSmall /> : <MediaPreview media={media} alt={title} fit="contain" />}
      </div>
      <figcaption>
        {topStart}
        <div dir="auto" className={classNames('cut', styles.rowName)} title={title}>
          {title}
        </div>
        <div className={styles.swap}>
          <Facts value={value} facts={media === null ? [] : mediaFactTexts(media.facts)} />
          <div className={styles.rowActions}>
            <SlotActions {...props} look="quiet" />
          </div>
        </div>
        {problem !== null && <Why {...props} problem={problem} />}
      </figcaption>
    </div>
  )
}

/** Slot for an audio file, with a player. */
function SoundSlot(props: Known) {
  const { value, media, title, topStart, grip, problem } = props
  return (
    <div className={styles.soundBody}>
      <div className={styles.soundHead}>
        {grip}
        {topStart}
        <span dir="auto" className={classNames('cut', styles.name)} title={title}>
          {title}
        </span>
        <Facts value={value} facts={media === null ? [] : [formatBytes(media.facts.bytes)]} />
        <SlotActions {...props} look="quiet" />
      </div>
      {media === null ? (
        <div className={styles.unheard}>
          <Absent value={value} />
        </div>
      ) : (
        <AudioPlayer key={media.previewUrl} src={media.previewUrl} name={title} durationInSeconds={media.facts.durationInSeconds} />
      )}
      {problem !== null && <Why {...props} problem={problem} />}
    </div>
  )
}

function SlotActions(props: Omit<Known, 'layout'> & { readonly look: 'media' | 'quiet' }) {
  const { field, index, name, value, media, actions, onRemove, look } = props
  const services = useFormServices()
  return (
    <>
      {actions}
      {media?.facts.medium === 'image' && field.medium === 'image' && typeof value !== 'string' && (
        <Suspense fallback={null}>
          <CropButton field={field} value={value} media={media} index={index} name={name} look={look} />
        </Suspense>
      )}
      {media?.facts.medium === 'audio' && typeof value !== 'string' && (
        <Suspense fallback={null}>
          <CutButton field={field} value={value} media={media} index={index} name={name} />
        </Suspense>
      )}
      <IconButton
        label={say('Choose another file for {name}', { name })}
        icon="replace"
        variant={look}
        size="small"
        onClick={() => services.browse(field, index)}
      />
      <IconButton label={say('Remove {name}', { name })} icon="close" variant={look} size="small" onClick={onRemove} />
    </>
  )
}

function Why({ problem, field, value, index, media, id, name }: Known & { readonly problem: string }) {
  const services = useFormServices()
  const [isConverting, setIsConverting] = useState(false)
  const fix = media === null || field.medium === null ? null : imageFixOf({ ...field.rule, medium: field.medium }, media.facts)
  async function convert(target: ImageRequirements): Promise<void> {
    if (typeof value === 'string') return
    setIsConverting(true)
    await services.convert(field, value, index, target)
    setIsConverting(false)
    // The button disappears together with the problem, so the focus moves to the slot.
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  }
  return (
    <div className={styles.why}>
      <Icon name="warning" size="s" />
      <div>
        <p>{problem}</p>
        {fix !== null && (
          <Button size="small" variant="quiet" busy={isConverting && say('Converting…')} onClick={() => void convert(fix.target)}>
            {fix.kind === 'convert' ? say('Convert') : say('Reduce size')}
          </Button>
        )}
        {media?.facts.medium === 'video' && field.medium === 'image' && typeof value !== 'string' && (
          <Suspense fallback={null}>
            <FrameButton field={field} value={value} media={media} index={index} name={name} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

function Facts({ value, facts }: { readonly value: MediaValue; readonly facts: readonly string[] }) {
  const shown = typeof value === 'string' ? [say('web address'), urlDisplayParts(value).host].filter(Boolean) : facts
  return (
    <span className={styles.facts}>
      {shown.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}

function Absent({ value, isSmall = false }: { readonly value: MediaValue; readonly isSmall?: boolean }) {
  const { isMissing } = useFormServices()
  // Small previews have no room for text. The facts and the validation message say the same.
  if (isSmall) return <MediaPlaceholder icon={typeof value === 'string' ? 'link' : isMissing(value) ? 'image-off' : 'wait'} />
  if (typeof value === 'string')
    return <MediaPlaceholder icon="link">{say('A web address. The service downloads the file.')}</MediaPlaceholder>
  return isMissing(value) ? (
    <MediaPlaceholder icon="image-off">{say('Choose this file again')}</MediaPlaceholder>
  ) : (
    <MediaPlaceholder icon="wait" />
  )
}

/** Returns the title of the media. This is a task title, a file name, or the last segment of a URL. */
function useTitle({ value, name }: MediaSlotProps, media: InspectedMedia | null): string {
  const item = isItemReference(value) ? value.item : null
  const task = useTask(item === null ? null : item.slice(0, item.lastIndexOf('.')))
  if (typeof value === 'string') return urlDisplayParts(value).name
  return task?.title ?? media?.facts.name ?? name
}
