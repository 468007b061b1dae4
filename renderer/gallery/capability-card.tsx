import { memo } from 'react'
import type { Capability } from '../../shared/capability.ts'
import { mediaPaths } from '../../shared/media-paths.ts'
import { priceWords } from '../../shared/pricing.ts'
import { capabilityIcon, mediumWords } from '../bridge/capability-words.ts'
import { phaseWords } from '../bridge/phase-words.ts'
import { Tag } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { Pic } from '../ui/pic.tsx'
import styles from './capability-card.module.css'
import { inputKindsOf } from './capability-inputs.ts'
import type { InputKind } from './capability-inputs.ts'
import type { Cover } from './covers.ts'
import type { GalleryCard } from './gallery-sections.ts'
import { Highlighted } from './highlighted.tsx'
import type { Recent } from './recents.ts'
import type { TextRange } from './search-capabilities.ts'
import { foundFieldsOf, rangesOf } from './search-capabilities.ts'
import { SoundCover } from './sound-cover.tsx'

export type CapabilityCardProps = {
  readonly card: GalleryCard
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

const noRanges: readonly TextRange[] = []

export const CapabilityCard = memo(function CapabilityCard(props: CapabilityCardProps) {
  const { card, cover, coverHeight, recent, usedWords, isFavourite, isCurrent, onOpen, onFavourite, onFocus } = props
  const { capability, found } = card
  const aboutId = `about-${card.key}`
  return (
    <article className={styles.card} onFocus={() => onFocus(card.key)}>
      <div className={styles.cover} style={{ height: coverHeight }}>
        <CoverPicture capability={capability} cover={cover} recent={recent} />
        <div className={styles.veil} />
        <div className={styles.said}>{recent && <CoverTag recent={recent} usedWords={usedWords} />}</div>
      </div>
      <button
        type="button"
        data-card={card.key}
        className={classNames(styles.open, 'cut')}
        aria-describedby={aboutId}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => onOpen(card)}
      >
        <Highlighted text={capability.title} ranges={found === null ? noRanges : rangesOf(capability.title, found.words)} />
      </button>
      <div id={aboutId} className={styles.about}>
        {found && (
          <>
            <p className={styles.purpose}>
              <Highlighted text={capability.purpose} ranges={rangesOf(capability.purpose, found.words)} />
            </p>
            <p className={classNames(styles.fields, 'cut')}>
              {foundFieldsOf(found).map(({ label, ranges }, place) => (
                <span key={label}>
                  {place === 0 ? 'Field ' : ', '}
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
          aria-label={`Favourite: ${capability.title}`}
          aria-pressed={isFavourite}
          className={styles.starButton}
          tabIndex={isCurrent ? 0 : -1}
          onClick={() => onFavourite(capability.id, !isFavourite)}
        >
          <Icon name="star" size="s" filled={isFavourite} />
        </button>
      </span>
    </article>
  )
})

function CoverPicture({
  capability,
  cover,
  recent
}: {
  readonly capability: Capability
  readonly cover: Cover
  readonly recent: Recent | null
}) {
  if (recent !== null && recent.cover !== null) {
    const { itemId, medium } = recent.cover
    return (
      <MediaCover medium={medium} thumbnail={mediaPaths.thumbnail(itemId)} source={mediaPaths.result(itemId)} className={styles.picture} />
    )
  }
  if (cover.kind === 'sound') return <SoundCover hue={cover.hue} />
  return <Pic src={cover.src} alt="" icon={capabilityIcon(capability)} isLazy className={styles.picture} />
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
  return (
    <span className={styles.meta}>
      <VisuallyHidden>
        {`Takes ${inputs.length === 0 ? 'nothing' : inputs.map(inputWords).join(' and ')}, gives a ${mediumWords(capability.output)}, `}
      </VisuallyHidden>
      {inputs.map((kind) => (
        <Icon key={kind} name={kind} size="s" />
      ))}
      <Icon name="arrow-right" size="s" />
      <Icon name={capability.output} size="s" />
      <span className={classNames(styles.price, 'cut')}>
        {capability.pricing.kind === 'unknown' ? 'price after run' : priceWords(capability)}
      </span>
    </span>
  )
}

function inputWords(kind: InputKind): string {
  if (kind === 'text') return 'words'
  return kind === 'face' ? 'a face' : `a ${mediumWords(kind)}`
}
