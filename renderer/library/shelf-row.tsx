import { memo } from 'react'
import { useNow } from '../bridge/use-now.ts'
import type { ExpectedTime } from '../bridge/expected-time.ts'
import { areSameTimes, expectedTimes } from '../bridge/expected-times.ts'
import { tasks } from '../bridge/session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { countWords } from '../ui/figures.ts'
import { cellAt } from './cells.ts'
import { dayHeadWords } from './day-words.ts'
import { DoorTile } from './door-tile.tsx'
import type { LibraryTileProps } from './library-tile.tsx'
import { LibraryTileCell } from './library-tile.tsx'
import styles from './library-grid.module.css'
import { keyAtPlace } from './shelf-places.ts'
import type { LaidShelf } from './use-shelf-layout.ts'

export type ShelfRowProps = Pick<LibraryTileProps, 'onToggle' | 'onStars'> & {
  readonly laid: LaidShelf
  readonly row: number
  /** The cell that the keyboard comes to; null: it is in another row. */
  readonly currentCell: string | null
}

/** A row of tiles, or the heading of a day. */
export const ShelfRow = memo(function ShelfRow({ laid, row, currentCell, onToggle, onStars }: ShelfRowProps) {
  const { layout, places } = laid
  const style = { transform: `translateY(${layout.rowTop[row] ?? 0}px)`, height: layout.rowHeight[row] ?? 0 }
  const from = layout.rowFrom[row] ?? 0
  const end = layout.rowEnd[row] ?? 0
  if (from === end) {
    const section = places.sections[layout.rowSection[row] ?? 0]
    return (
      <div role="row" aria-rowindex={row + 1} className={styles.row} style={style}>
        {section !== undefined && section.day !== null && <DayHead day={section.day} count={section.count - doorsIn(places, section)} />}
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={row + 1} className={styles.row} style={style}>
      {Array.from({ length: end - from }, (_, column) => {
        const place = from + column
        const key = keyAtPlace(places, place)
        const box = { column, start: layout.tileStart[place] ?? 0, width: layout.tileWidth[place] ?? 0 }
        const isCurrent = currentCell !== null && cellAt(places, place) === currentCell
        if (key !== null)
          return <LibraryTileCell key={key} itemKey={key} {...box} isCurrent={isCurrent} onToggle={onToggle} onStars={onStars} />
        const door = places.doors[place]
        if (door === undefined) return null
        return (
          <MakingTile
            key={door.key}
            door={door}
            hasWords={places.doors[place - 1]?.taskId !== door.taskId}
            {...box}
            isCurrent={isCurrent}
          />
        )
      })}
    </div>
  )
})

/** Doors stand before everything: what is being made is not counted yet. */
function doorsIn({ doors }: LaidShelf['places'], { from }: { readonly from: number }): number {
  return from === 0 ? doors.length : 0
}

/** Knows how long its like takes. */
function MakingTile(props: Omit<Parameters<typeof DoorTile>[0], 'usual'>) {
  const usual: ReadonlyMap<string, ExpectedTime | null> = useTaskSummary(expectedTimes, areSameTimes)
  return <DoorTile {...props} usual={usual.get(tasks.get(props.door.taskId)?.capability ?? '') ?? null} />
}

function DayHead({ day, count }: { readonly day: string; readonly count: number }) {
  const now = useNow(60_000)
  return (
    <div role="gridcell" className={styles.head}>
      <h2>{dayHeadWords(day, now)}</h2>
      {count > 0 && <span className="ink-3 num">{countWords(count)}</span>}
    </div>
  )
}
