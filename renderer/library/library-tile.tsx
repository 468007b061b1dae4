import type { MouseEvent } from 'react'
import { memo, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryTile, Stars } from '../../shared/library.ts'
import { say } from '../../shared/words/say.ts'
import { Tag } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { durationWords } from '../ui/figures.ts'
import { Highlighted } from '../ui/highlighted.tsx'
import { Icon } from '../ui/icon.tsx'
import { VisuallyHidden } from '../ui/live-region.tsx'
import { ClipScrub } from './clip-scrub.tsx'
import { excerptOf } from './excerpt.ts'
import { libraryMemory } from './library-memory.ts'
import styles from './library-tile.module.css'
import { StarRow } from './star-row.tsx'
import { TilePicture } from './tile-picture.tsx'
import { tileWords } from './tile-words.ts'
import { useTile } from './use-tile.ts'

export type LibraryTileProps = {
  readonly itemKey: number
  /** Zero-based in its row. */
  readonly column: number
  /** Pixels from where its row begins. */
  readonly start: number
  readonly width: number
  /** The one that the keyboard comes to. */
  readonly isCurrent: boolean
  readonly onToggle: (key: number) => void
  readonly onStars: (key: number, stars: Stars) => void
}

/** From here on there is room for five stars. In pixels. */
const leastWidthForStars = 124

/** One thing that was made. What a press on it means is known to the grid; it is spoken in one sentence, and the buttons on it are for the pointer alone. */
export const LibraryTileCell = memo(function LibraryTileCell(props: LibraryTileProps) {
  const { itemKey, column, start, width, isCurrent } = props
  const item = useTile(itemKey)
  const isSelected = useStore(libraryMemory, ({ selection }) => selection.keys.has(itemKey))
  const [isHovered, setIsHovered] = useState(false)
  return (
    <div
      role="gridcell"
      aria-selected={isSelected}
      aria-colindex={column + 1}
      aria-busy={item === null || undefined}
      tabIndex={isCurrent ? 0 : -1}
      data-cell={itemKey}
      draggable={item !== null && item.state !== 'missing'}
      className={classNames(styles.tile, isSelected && styles.selected, item?.state === 'missing' && styles.missing)}
      style={{ insetInlineStart: start, width }}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      <VisuallyHidden>{item === null ? say('Being read') : tileWords(item)}</VisuallyHidden>
      {item !== null && <Content {...props} item={item} isSelected={isSelected} isHovered={isHovered} />}
    </div>
  )
})

type ContentProps = LibraryTileProps & { readonly item: LibraryTile; readonly isSelected: boolean; readonly isHovered: boolean }

function Content({ item, itemKey, width, isSelected, isHovered, onToggle, onStars }: ContentProps) {
  const found = excerptOf(item.title, item.marks.title) ?? (item.prompt === null ? null : excerptOf(item.prompt, item.marks.prompt))
  const canRate = isHovered && width >= leastWidthForStars
  const stop = (event: MouseEvent): void => event.stopPropagation()
  return (
    <span aria-hidden="true">
      {item.state === 'missing' ? (
        <span className={styles.gone}>
          <Icon name="image-off" size="l" />
          <span dir="auto" className={styles.goneName}>
            {item.title}
          </span>
        </span>
      ) : (
        <TilePicture key={item.id} item={item} width={width} />
      )}
      {isHovered && item.medium === 'video' && item.state !== 'missing' && <ClipScrub itemId={item.id} />}
      {isSelected && (
        <span className={classNames(styles.tick, styles.ticked)}>
          <Icon name="check" size="xs" />
        </span>
      )}
      {isHovered && !isSelected && (
        <button
          type="button"
          tabIndex={-1}
          title={say('Select this too')}
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
        {item.state === 'missing' && <Tag icon="warning">{say('Missing')}</Tag>}
        {item.state === 'changed' && <Tag icon="pencil">{say('Changed')}</Tag>}
      </span>
      <span className={styles.foot}>
        <span className={styles.footLine}>
          {canRate ? (
            <StarRow stars={item.stars} onStars={(stars) => onStars(itemKey, stars)} />
          ) : (
            item.stars > 0 && <Tag>{'★'.repeat(item.stars)}</Tag>
          )}
          <span className={styles.room} />
          <MediumTag item={item} />
        </span>
        {found !== null ? (
          <span dir="auto" className={styles.words}>
            <Highlighted text={found.text} ranges={found.ranges} />
          </span>
        ) : (
          (item.medium === 'audio' || item.medium === 'text') && (
            <span dir="auto" className={styles.words}>
              {item.title}
            </span>
          )
        )}
      </span>
    </span>
  )
}

function MediumTag({ item: { medium, durationInSeconds } }: { readonly item: LibraryTile }) {
  const length = durationInSeconds === null ? null : durationWords(Math.round(durationInSeconds) * 1000)
  switch (medium) {
    case 'image':
      return null
    case 'video':
      return <Tag icon="video">{length}</Tag>
    case 'audio':
      return length === null ? <Tag icon="audio" /> : <Tag>{length}</Tag>
    case 'model':
      return <Tag icon="model">3D</Tag>
    case 'text':
      return <Tag icon="text" />
  }
}
