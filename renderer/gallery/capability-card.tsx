import type { CSSProperties } from 'react'
import { memo, useId } from 'react'
import type { Capability } from '../../shared/capability.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { priceWords } from '../../shared/pricing.ts'
import { say } from '../../shared/words/say.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { Tag } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import styles from './capability-card.module.css'
import { inputKindsOf } from './capability-inputs.ts'
import type { InputKind } from './capability-inputs.ts'
import type { Cover, CoverPart } from './covers.ts'
import type { GalleryCard } from './gallery-sections.ts'
import { Highlighted } from '../ui/highlighted.tsx'
import { kindLineOf } from './kind-line.ts'
import type { Recent } from './recents.ts'
import { fieldLabelsOf } from './search/field-labels.ts'
import type { TextRange } from '../ui/highlighted.tsx'
import type { Marker } from './search/marks.ts'
import { SoundCover } from './sound-cover.tsx'
import { assertNever } from '../../shared/assert-never.ts'
import type { Medium } from '../../shared/json-schema.ts'

export type CapabilityCardProps = {
  readonly card: GalleryCard
  /** What was searched for, to be marked; null: nothing was. */
  readonly marker: Marker | null
  /** Whether it says why it was found: its purpose and the fields that were meant. */
  readonly isExplained: boolean
  readonly cover: Cover
  readonly coverHeight: number
  readonly recent: Recent | null
  /** "4 min ago"; null: not said. */
  readonly usedWords: string | null
  readonly isFavourite: boolean
  /** The one card that the Tab key reaches; arrow keys move it. */
  readonly isCurrent: boolean
  readonly onOpen: (card: GalleryCard) => void
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
  readonly onFocus: (key: string) => void
}

/** Five points on a grid of 24. */
const starPath = 'M12 2.6l2.9 5.9l6.5.95l-4.7 4.6l1.1 6.5l-5.8-3.05l-5.8 3.05l1.1-6.5l-4.7-4.6l6.5-.95z'
const noRanges: readonly TextRange[] = []

export const CapabilityCard = memo(function CapabilityCard(props: CapabilityCardProps) {
  const { card, marker, isExplained, cover, coverHeight, recent, usedWords, isFavourite, isCurrent, onOpen, onFavourite, onFocus } = props
  const { capability } = card
  const aboutId = useId()
  return (
    <article className={styles.card} onFocus={() => onFocus(card.key)}>
      <button
        type="button"
        dir="auto"
        data-card={card.key}
        className={classNames(styles.open, 'cut')}
        aria-describedby={aboutId}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onOpen(card)}
      >
        <Highlighted text={capability.title} ranges={marker === null ? noRanges : marker(capability.title)} />
      </button>
      <div className={styles.cover} style={{ height: coverHeight }}>
        <CoverPicture cover={cover} recent={recent} />
        <div className={styles.veil} />
        <div className={styles.said}>{recent && <CoverTag recent={recent} usedWords={usedWords} />}</div>
      </div>
      <div id={aboutId} className={styles.about}>
        {marker && isExplained && (
          <>
            <p dir="auto" className={styles.purpose}>
              <Highlighted text={capability.purpose} ranges={marker(capability.purpose)} />
            </p>
            <p className={classNames(styles.fields, 'cut')}>
              {meantFieldsOf(capability, marker).map(({ label, ranges }, place) => (
                <span key={label}>
                  {place === 0 ? say('Field ') : say(', ')}
                  <Highlighted text={label} ranges={ranges} />
                </span>
              ))}
            </p>
          </>
        )}
        <Meta capability={capability} />
      </div>
      <span className={classNames(styles.star, isFavourite && styles.kept)}>
        <button
          type="button"
          aria-label={say('Favourite: {title}', { title: capability.title })}
          aria-pressed={isFavourite}
          className={styles.starButton}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => onFavourite(capability.id, !isFavourite)}
        >
          <svg
            width="15"
            height="15"
            viewBox="0 0 24 24"
            aria-hidden="true"
            className={classNames(styles.kinds, isFavourite && styles.filled)}
          >
            <path d={starPath} />
          </svg>
        </button>
      </span>
    </article>
  )
})

/** The first three fields that were meant, as they are marked. */
function meantFieldsOf(
  capability: Capability,
  marker: Marker
): readonly { readonly label: string; readonly ranges: readonly TextRange[] }[] {
  return fieldLabelsOf(capability)
    .map((label) => ({ label, ranges: marker(label) }))
    .filter(({ ranges }) => ranges.length > 0)
    .slice(0, 3)
}

function CoverPicture({ cover, recent }: { readonly cover: Cover; readonly recent: Recent | null }) {
  if (recent !== null && recent.cover !== null) return <OwnCover {...recent.cover} />
  if (cover.kind === 'sound') return <SoundCover place={cover.place} />
  // It lies in the app itself: it neither loads nor fails, and another card takes the same element.
  return <img src={cover.src} alt="" draggable={false} decoding="async" className={styles.ground} style={partStyle(cover.part)} />
}

function partStyle(part: CoverPart | null): CSSProperties | undefined {
  return part === null ? undefined : { transform: `scale(${part.scale})`, transformOrigin: `${part.x}% ${part.y}%` }
}

/** The last result of one's own. What has no picture says what it was asked for with. */
function OwnCover({ itemId, medium, title }: NonNullable<Recent['cover']>) {
  const ground =
    medium === 'audio' ? (
      <SoundCover place={0} />
    ) : (
      <MediaCover medium={medium} thumbnail={mediaPaths.thumbnail(itemId)} source={mediaPaths.result(itemId)} className={styles.picture} />
    )
  if (medium === 'image' || medium === 'video') return ground
  return (
    <>
      {ground}
      <p className={styles.asked}>{title}</p>
    </>
  )
}

/** What goes on with it, else when it was used. */
function CoverTag({ recent, usedWords }: { readonly recent: Recent; readonly usedWords: string | null }) {
  if (recent.open !== null) {
    const { words, icon, tone } = phaseWords(recent.open)
    return (
      <Tag icon={icon} tone={tone === 'needs' ? 'needs' : 'plain'}>
        {words}
      </Tag>
    )
  }
  return usedWords === null ? null : <Tag>{usedWords}</Tag>
}

/** What goes in, what comes out, and the price. */
function Meta({ capability }: { readonly capability: Capability }) {
  const inputs = inputKindsOf(capability)
  const line = kindLineOf(inputs, capability.output)
  return (
    <span className={styles.meta}>
      <VisuallyHidden>
        {inputs.length === 0
          ? say('Takes nothing, gives {output}, ', { output: aMedium(capability.output) })
          : say('Takes {inputs}, gives {output}, ', {
              inputs: inputs.map(inputWords).join(say(' and ')),
              output: aMedium(capability.output)
            })}
      </VisuallyHidden>
      {/* One drawing, not six: thousands of cards pass by, and are filled anew with every letter of a search. */}
      <svg width={line.width} height="15" aria-hidden="true" className={styles.kinds}>
        <path d={line.path} />
      </svg>
      <span className={classNames(styles.price, 'cut')}>
        {capability.pricing.kind === 'unknown' ? say('price after run') : priceWords(capability)}
      </span>
    </span>
  )
}

function inputWords(kind: InputKind): string {
  if (kind === 'text') return say('words')
  return kind === 'face' ? say('a face') : aMedium(kind)
}

function aMedium(medium: Medium): string {
  switch (medium) {
    case 'image':
      return say('a picture')
    case 'video':
      return say('a video')
    case 'audio':
      return say('a sound')
    case 'model':
      return say('a 3D model')
    case 'text':
      return say('a text')
    default:
      return assertNever(medium)
  }
}
