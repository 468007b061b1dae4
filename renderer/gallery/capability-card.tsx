import { memo, useId } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { priceText } from '../../shared/phrases/price-phrases.ts'
import { formatList } from '../../shared/i18n/format-list.ts'
import { say } from '../../shared/i18n/say.ts'
import { phaseAppearance } from '../tasks/phase-appearance.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { VisuallyHidden } from '../ui/live-region.tsx'
import styles from './capability-card.module.css'
import { inputKindsOf } from './capability-inputs.ts'
import type { InputKind } from './capability-inputs.ts'
import { CardCover } from './card-cover.tsx'
import type { Demonstration } from './demonstrations.ts'
import type { GalleryCard } from './gallery-sections.ts'
import { HighlightedText } from '../ui/highlighted-text.tsx'
import { inputOutputDrawing } from './input-output-drawing.ts'
import type { RecentCapability } from './recent-capabilities.ts'
import { fieldLabelsOf } from './search/field-labels.ts'
import type { TextRange } from '../ui/highlighted-text.tsx'
import type { Highlighter } from './search/highlight.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { Medium } from '../../shared/form/json-schema.ts'

export type CapabilityCardProps = {
  readonly card: GalleryCard
  /** Highlights matches of the search. Null if there is no search. */
  readonly highlighter: Highlighter | null
  /** True if the card shows its purpose, and in a search the matching fields. */
  readonly isExplained: boolean
  /** Null if there is no demonstration. Undefined while the demonstrations are loading. */
  readonly demonstration: Demonstration | null | undefined
  readonly coverHeight: number
  /** Width of the cover divided by its height. */
  readonly coverRatio: number
  readonly recent: RecentCapability | null
  /** Time since the last use, such as "4 min ago". Null if not shown. */
  readonly usedWords: string | null
  readonly isFavourite: boolean
  /** True for the only card that the Tab key reaches. The arrow keys reach the other cards. */
  readonly isCurrent: boolean
  readonly onOpen: (card: GalleryCard) => void
  readonly onFavourite: (capabilityId: string, isFavourite: boolean) => void
  readonly onFocus: (key: string) => void
}

/** SVG path of a five-pointed star in a 24 × 24 view box. */
const starPath = 'M12 2.6l2.9 5.9l6.5.95l-4.7 4.6l1.1 6.5l-5.8-3.05l-5.8 3.05l1.1-6.5l-4.7-4.6l6.5-.95z'
const noRanges: readonly TextRange[] = []

export const CapabilityCard = memo(function CapabilityCard(props: CapabilityCardProps) {
  const {
    card,
    highlighter,
    isExplained,
    demonstration,
    coverHeight,
    coverRatio,
    recent,
    usedWords,
    isFavourite,
    isCurrent,
    onOpen,
    onFavourite,
    onFocus
  } = props
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
        <HighlightedText text={capability.title} ranges={highlighter === null ? noRanges : highlighter(capability.title)} />
      </button>
      <div className={styles.cover} style={{ height: coverHeight }}>
        <CardCover capability={capability} own={recent?.cover ?? null} demonstration={demonstration} ratio={coverRatio} />
        <div className={styles.veil} />
        <div className={styles.said}>{recent && <CoverTag recent={recent} usedWords={usedWords} />}</div>
      </div>
      <div id={aboutId} className={styles.about}>
        {isExplained && (
          <p dir="auto" className={styles.purpose}>
            <HighlightedText text={capability.purpose} ranges={highlighter === null ? noRanges : highlighter(capability.purpose)} />
          </p>
        )}
        {highlighter !== null && isExplained && <MeantFields capability={capability} highlighter={highlighter} />}
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

/** Line with the matching fields, or with the related terms if no field matches. Renders nothing if neither matches. */
function MeantFields({ capability, highlighter }: { readonly capability: Capability; readonly highlighter: Highlighter }) {
  const meant = meantFieldsOf(capability, highlighter)
  if (meant.length === 0) return <RelatedTerms capability={capability} highlighter={highlighter} />
  return (
    <p className={classNames(styles.fields, 'cut')}>
      {meant.map(({ label, ranges }, place) => (
        <span key={label}>
          {place === 0 ? say('{count, plural, one {Field: } other {Fields: }}', { count: meant.length }) : say(', ')}
          <HighlightedText text={label} ranges={ranges} />
        </span>
      ))}
    </p>
  )
}

/** Line with the related terms that match. Renders nothing if the title or the purpose matches. */
function RelatedTerms({ capability, highlighter }: { readonly capability: Capability; readonly highlighter: Highlighter }) {
  if (highlighter(capability.title).length > 0 || highlighter(capability.purpose).length > 0) return null
  const terms = highlighter.relatedTermsOf(capability)
  if (terms.length === 0) return null
  return (
    <p className={classNames(styles.fields, 'cut')}>
      {terms.map((term, place) => (
        <span key={term}>
          {place === 0 ? say('Related to ') : say(', ')}
          <HighlightedText text={term} ranges={highlighter(term)} />
        </span>
      ))}
    </p>
  )
}

/** Returns the labels of the first three matching fields, with the ranges that match. */
function meantFieldsOf(
  capability: Capability,
  highlighter: Highlighter
): readonly { readonly label: string; readonly ranges: readonly TextRange[] }[] {
  return fieldLabelsOf(capability)
    .map((label) => ({ label, ranges: highlighter(label) }))
    .filter(({ ranges }) => ranges.length > 0)
    .slice(0, 3)
}

/** Tag with the state of the unfinished task, or with the time since the last use. */
function CoverTag({ recent, usedWords }: { readonly recent: RecentCapability; readonly usedWords: string | null }) {
  if (recent.open !== null) {
    const { label: words, icon, tone } = phaseAppearance(recent.open)
    return (
      <ImageBadge icon={icon} tone={tone === 'needs' ? 'needs' : 'plain'}>
        {words}
      </ImageBadge>
    )
  }
  return usedWords === null ? null : <ImageBadge>{usedWords}</ImageBadge>
}

/** Line with the inputs, output and price of a capability. */
function Meta({ capability }: { readonly capability: Capability }) {
  const inputs = inputKindsOf(capability)
  const line = inputOutputDrawing(inputs, capability.output)
  return (
    <span className={styles.meta}>
      <VisuallyHidden>
        {inputs.length === 0
          ? say('No input, output: {output}, ', { output: aMedium(capability.output) })
          : say('Input: {inputs}, output: {output}, ', {
              inputs: formatList(inputs.map(inputText), 'and'),
              output: aMedium(capability.output)
            })}
      </VisuallyHidden>
      {/* One SVG instead of up to six. Scrolling and searching render thousands of cards. */}
      <svg width={line.width} height="15" aria-hidden="true" className={styles.kinds}>
        <path d={line.path} />
      </svg>
      <span className={classNames(styles.price, 'cut')}>{priceText(capability)}</span>
    </span>
  )
}

function inputText(kind: InputKind): string {
  if (kind === 'text') return say('text')
  return kind === 'face' ? say('a face') : aMedium(kind)
}

function aMedium(medium: Medium): string {
  switch (medium) {
    case 'image':
      return say('an image')
    case 'video':
      return say('a video')
    case 'audio':
      return say('audio')
    case 'model':
      return say('a 3D model')
    case 'text':
      return say('text')
    default:
      return assertNever(medium)
  }
}
