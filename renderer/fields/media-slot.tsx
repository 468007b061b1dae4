import type { ClipboardEvent, CSSProperties, DragEvent, ReactNode } from 'react'
import { useState } from 'react'
import type { MediaField } from '../../shared/fields.ts'
import type { KnownMedia } from '../../shared/media-facts.ts'
import type { MediaValue } from '../../shared/values.ts'
import { isItemReference } from '../../shared/values.ts'
import { say } from '../../shared/words/say.ts'
import { useTask } from '../bridge/use-tasks.ts'
import { classNames } from '../ui/class-names.ts'
import { byteWords } from '../ui/figures.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { useFormServices } from './form-services.ts'
import { filesIn, valuesIn } from './handed-media.ts'
import { factsInWords } from './media-facts-words.ts'
import { addressWords } from './media-list.ts'
import { MediaPreview, StandIn } from './media-preview.tsx'
import styles from './media-slot.module.css'
import { usePlacement } from './placement.ts'
import { SoundBar } from './sound-bar.tsx'
import { slotAttribute, slotListAttribute } from './use-reorder.ts'

export type MediaSlotProps = {
  readonly id: string
  readonly field: MediaField
  readonly value: MediaValue
  readonly index: number
  /** What people call it: "image 2", "Target photo". */
  readonly name: string
  /** `alone`: the one of its field, whole and with its facts; `listed`: one of several, in a row of equals. */
  readonly look: 'alone' | 'listed'
  readonly topStart?: ReactNode
  /** Where it can be reordered. */
  readonly grip?: ReactNode
  readonly isDragged?: boolean
  /** What is wrong with it; null: nothing. */
  readonly problem: string | null
  /** More that can be done with it, such as painting on. */
  readonly actions?: ReactNode
  readonly onRemove: () => void
}

/** One piece of media in its well: how it looks or sounds, its facts, and what is wrong with it. What is dropped or pasted on it takes its place. */
export function MediaSlot(props: MediaSlotProps) {
  const { id, field, value, index, look, isDragged = false, problem } = props
  const services = useFormServices()
  const placement = usePlacement()
  const [isOver, setIsOver] = useState(false)
  const media = typeof value === 'string' ? null : services.mediaOf(value)
  const title = useTitle(props, media)
  const isSound = media?.facts.medium === 'audio' || (media === null && field.medium === 'audio')

  function hand(handed: DataTransfer, event: DragEvent | ClipboardEvent): void {
    // What happens in a dialog of this well bubbles here too, and is not meant for it.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    const files = filesIn(handed)
    const values = files.length > 0 ? [] : valuesIn(handed)
    if (files.length === 0 && values.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (files.length > 0) services.addFiles(field, files, index)
    else services.addValues(field, values, index)
  }
  return (
    <figure
      id={id}
      tabIndex={-1}
      {...{ [slotAttribute]: index, [slotListAttribute]: field.name }}
      className={classNames(
        styles.slot,
        look === 'alone' && styles.alone,
        look === 'alone' && placement !== 'panel' && styles.inGroup,
        isSound && styles.sound,
        problem !== null && styles.bad,
        isOver && styles.over,
        isDragged && styles.dragged
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        hand(event.dataTransfer, event)
      }}
      onPaste={(event) => hand(event.clipboardData, event)}
    >
      {isSound ? <SoundSlot {...props} media={media} title={title} /> : <PictureSlot {...props} media={media} title={title} />}
    </figure>
  )
}

type Known = MediaSlotProps & { readonly media: KnownMedia | null; readonly title: string }

/** A picture, a clip, a model: it fills its place, with its name and its facts beside or beneath. */
function PictureSlot(props: Known) {
  const { value, media, title, look, topStart, grip, problem } = props
  const { width, height } = media?.facts ?? { width: null, height: null }
  const isMeasured = look === 'alone' && width !== null && height !== null
  const shape = isMeasured ? width / height : 4 / 3
  return (
    <div className={styles.body} style={{ '--shape': shape } as CSSProperties}>
      <div className={styles.media}>
        {media === null ? (
          <Absent value={value} />
        ) : (
          <MediaPreview media={media} alt={title} fit={look === 'alone' ? 'contain' : 'cover'} />
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
          <Facts value={value} facts={media === null ? [] : factsInWords(media.facts)} />
        </div>
        {problem !== null && <Why problem={problem} />}
      </figcaption>
    </div>
  )
}

/** A sound is a row: one listens to it. */
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
        <Facts value={value} facts={media === null ? [] : [byteWords(media.facts.bytes)]} />
        <SlotActions {...props} look="quiet" />
      </div>
      {media === null ? (
        <div className={styles.unheard}>
          <Absent value={value} />
        </div>
      ) : (
        <SoundBar key={media.previewUrl} src={media.previewUrl} name={title} durationInSeconds={media.facts.durationInSeconds} />
      )}
      {problem !== null && <Why problem={problem} />}
    </div>
  )
}

function SlotActions({ field, index, name, actions, onRemove, look }: Omit<Known, 'look'> & { readonly look: 'media' | 'quiet' }) {
  const services = useFormServices()
  return (
    <>
      {actions}
      <IconButton
        label={say('Choose another for {name}', { name })}
        icon="replace"
        look={look}
        size="small"
        onClick={() => services.browse(field, index)}
      />
      <IconButton label={say('Remove {name}', { name })} icon="close" look={look} size="small" onClick={onRemove} />
    </>
  )
}

function Why({ problem }: { readonly problem: string }) {
  return (
    <p className={styles.why}>
      <Icon name="warning" size="s" />
      <span>{problem}</span>
    </p>
  )
}

function Facts({ value, facts }: { readonly value: MediaValue; readonly facts: readonly string[] }) {
  const shown = typeof value === 'string' ? [say('web address'), addressWords(value).host].filter(Boolean) : facts
  return (
    <span className={styles.facts}>
      {shown.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  )
}

function Absent({ value }: { readonly value: MediaValue }) {
  const { isGone } = useFormServices()
  if (typeof value === 'string') return <StandIn icon="link">{say('A web address. The service fetches it.')}</StandIn>
  return isGone(value) ? <StandIn icon="image-off">{say('It has to be chosen again')}</StandIn> : <StandIn icon="wait" />
}

/** A result goes by what it was asked for, a file by its name. */
function useTitle({ value, name }: MediaSlotProps, media: KnownMedia | null): string {
  const item = isItemReference(value) ? value.item : null
  const task = useTask(item === null ? null : item.slice(0, item.lastIndexOf('.')))
  if (typeof value === 'string') return addressWords(value).name
  return task?.title ?? media?.facts.name ?? name
}
