import type { MouseEvent } from 'react'
import { memo, useState } from 'react'
import { useStore } from 'zustand'
import { TileActions } from '../actions/tile-actions.tsx'
import { useTileActionsShown } from '../actions/use-tile-actions-shown.ts'
import type { LibraryTile, Stars } from '../../shared/library/library.ts'
import { say } from '../../shared/i18n/say.ts'
import { ImageBadge } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { formatCount, formatDuration } from '../ui/format.ts'
import { HighlightedText } from '../ui/highlighted-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { TileStarRating } from '../ui/tile-star-rating.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { VideoScrubber } from './video-scrubber.tsx'
import { excerptOf } from './excerpt.ts'
import { libraryViewStore } from './library-view-store.ts'
import styles from './library-tile.module.css'
import { openRun } from './open-run.ts'
import { TilePreview } from './tile-preview.tsx'
import { tileTooltip, tileAriaLabel } from './tile-aria-label.ts'
import { useStackItems } from './use-stack-items.ts'
import { useTile } from './use-tile.ts'

export type LibraryTileCellProps = {
  /** Key of the item that the tile shows. */
  readonly itemKey: number
  /** Number of results in the tile. A stack has several. */
  readonly count: number
  /** Zero-based position in its row. */
  readonly column: number
  /** Distance from the start of its row, in pixels. */
  readonly start: number
  readonly width: number
  /** True for the tile that Tab moves to. */
  readonly isCurrent: boolean
  readonly onToggle: (key: number) => void
  readonly onStars: (key: number, stars: Stars) => void
}

/** Minimum tile width for five stars, in pixels. */
const leastWidthForStars = 144
/** Width of the number of results in a stack, with a gap, in pixels. */
const countWidth = 52
/** Minimum tile width for a label in a corner, in pixels. Narrower tiles show only the icon. */
const minWidthForText = 96

/**
 * Grid cell of a library item. The grid handles clicks on the cell. Screen readers announce a single text. The stars and the tick are for
 * the pointer only. Tab reaches the actions of the focused tile.
 */
export const LibraryTileCell = memo(function LibraryTileCell(props: LibraryTileCellProps) {
  const { itemKey, count, column, start, width, isCurrent } = props
  const item = useTile(itemKey)
  const isSelected = useStore(libraryViewStore, ({ selection }) => selection.keys.has(itemKey))
  const [isHovered, setIsHovered] = useState(false)
  const { isShown, handlers } = useTileActionsShown()
  return (
    <div
      {...handlers}
      role="gridcell"
      aria-selected={isSelected}
      aria-colindex={column + 1}
      aria-busy={item === null || undefined}
      tabIndex={isCurrent ? 0 : -1}
      data-cell={itemKey}
      title={isHovered && item !== null ? tileTooltip(item) : undefined}
      draggable={item !== null && item.state !== 'missing'}
      className={classNames(
        styles.tile,
        count > 1 && styles.stack,
        isSelected && styles.selected,
        item?.state === 'missing' && styles.missing
      )}
      style={{ insetInlineStart: start, width }}
      onPointerEnter={() => {
        setIsHovered(true)
        handlers.onPointerEnter()
      }}
      onPointerLeave={() => {
        setIsHovered(false)
        handlers.onPointerLeave()
      }}
    >
      <VisuallyHidden>{item === null ? say('Loading…') : tileAriaLabel(item, count)}</VisuallyHidden>
      {item !== null && <Content {...props} item={item} isSelected={isSelected} isHovered={isHovered} />}
      {item !== null && isShown && item.state !== 'missing' && <ItemActions item={item} count={count} isTabbable={isCurrent} />}
    </div>
  )
})

type ItemActionsProps = { readonly item: LibraryTile; readonly count: number; readonly isTabbable: boolean }

function ItemActions({ item, count, isTabbable }: ItemActionsProps) {
  return (
    <TileActions
      items={useStackItems(item, count)}
      tileOf={(area) => area.closest<HTMLElement>('[data-cell]')}
      isTabbable={isTabbable}
      className={classNames(styles.actions, item.state === 'changed' && styles.belowBadge)}
    />
  )
}

type ContentProps = LibraryTileCellProps & { readonly item: LibraryTile; readonly isSelected: boolean; readonly isHovered: boolean }

function Content({ item, itemKey, count, width, isSelected, isHovered, onToggle, onStars }: ContentProps) {
  // Audio has its duration beside the title, so the title has less width.
  const room = item.medium === 'audio' && item.durationInSeconds !== null ? width - lengthWidth : width
  const found =
    excerptOf(item.title, item.marks.title, room) ?? (item.prompt === null ? null : excerptOf(item.prompt, item.marks.prompt, room))
  const canRate = isHovered && width >= leastWidthForStars + (count > 1 ? countWidth : 0)
  const stop = (event: MouseEvent): void => event.stopPropagation()
  return (
    <span aria-hidden="true" className={styles.content}>
      {item.state === 'missing' ? (
        <span className={styles.gone}>
          <Icon name="image-off" size="l" />
          <span dir="auto" className={styles.goneName}>
            {item.title}
          </span>
        </span>
      ) : (
        <TilePreview key={item.id} item={item} width={width} />
      )}
      {isHovered && item.medium === 'video' && item.state !== 'missing' && <VideoScrubber item={item} />}
      {isSelected && (
        <span className={classNames(styles.tick, styles.ticked)}>
          <Icon name="check" size="xs" />
        </span>
      )}
      {isHovered && !isSelected && (
        <button
          type="button"
          tabIndex={-1}
          title={say('Add to selection')}
          className={styles.tick}
          onDoubleClick={stop}
          onClick={(event) => {
            stop(event)
            onToggle(itemKey)
          }}
        >
          <Icon name="check" size="xs" />
        </button>
      )}
      <span className={styles.topEnd}>
        {item.state === 'missing' && <ImageBadge icon="warning">{width >= minWidthForText && say('Missing')}</ImageBadge>}
        {item.state === 'changed' && <ImageBadge icon="pencil">{width >= minWidthForText && say('Changed')}</ImageBadge>}
      </span>
      <span className={styles.foot}>
        <span className={styles.footLine}>
          {canRate ? (
            <TileStarRating stars={item.stars} onStars={(stars) => onStars(itemKey, stars)} />
          ) : (
            item.stars > 0 && <ImageBadge>{'★'.repeat(item.stars)}</ImageBadge>
          )}
          <span className={styles.room} />
          {item.medium !== 'audio' && <MediumTag item={item} />}
          {count > 1 && (
            <button
              type="button"
              tabIndex={-1}
              title={say('Open the {count, number} results of this run', { count })}
              className={styles.count}
              onDoubleClick={stop}
              onClick={(event) => {
                stop(event)
                openRun(itemKey)
              }}
            >
              <Icon name="batch" size="xs" />
              {formatCount(count)}
            </button>
          )}
        </span>
        {(found !== null || item.medium === 'audio' || item.medium === 'text') && (
          <span dir="auto" className={styles.words}>
            {item.medium === 'audio' && item.durationInSeconds !== null && (
              <span className={styles.length}>{lengthText(item.durationInSeconds)}</span>
            )}
            {found === null ? item.title : <HighlightedText text={found.text} ranges={found.ranges} />}
          </span>
        )}
      </span>
    </span>
  )
}

/** Width of an audio item's duration and the gap after it, in pixels. */
const lengthWidth = 32

function lengthText(durationInSeconds: number): string {
  return formatDuration(Math.round(durationInSeconds) * 1000)
}

/** Icon and duration for a corner of the tile. Audio has its duration beside the title instead, where it doesn't cover the waveform. */
function MediumTag({ item: { medium, durationInSeconds } }: { readonly item: LibraryTile }) {
  switch (medium) {
    case 'image':
    case 'audio':
      return null
    case 'video':
      return <ImageBadge icon="video">{durationInSeconds === null ? null : lengthText(durationInSeconds)}</ImageBadge>
    case 'model':
      return <ImageBadge icon="model">3D</ImageBadge>
    case 'text':
      return <ImageBadge icon="text" />
  }
}
