import { memo } from 'react'
import { useNow } from '../ui/use-now.ts'
import type { ExpectedDuration } from '../tasks/expected-duration.ts'
import { areSameDurations, expectedDurationsByCapability } from '../tasks/expected-durations-by-capability.ts'
import { taskStore } from '../bridge/session.ts'
import { useTaskSummary } from '../bridge/use-tasks.ts'
import { formatCount } from '../ui/format.ts'
import { cellIdAtIndex } from './cell-ids.ts'
import { dayHeadingText } from '../ui/day-text.ts'
import { PendingTileCell } from './pending-tile.tsx'
import type { LibraryTileCellProps } from './library-tile.tsx'
import { LibraryTileCell } from './library-tile.tsx'
import styles from './library-grid.module.css'
import { keyAtIndex, resultsBetween } from './grid-cells.ts'
import type { LaidOutGrid } from './use-grid-layout.ts'

export type GridRowProps = Pick<LibraryTileCellProps, 'onToggle' | 'onStars'> & {
  readonly grid: LaidOutGrid
  readonly row: number
  /** ID of the cell that Tab moves to. Null if that cell is in another row. */
  readonly currentCell: string | null
}

/** A row of tiles, or the heading of a day. */
export const GridRow = memo(function ShelfRow({ grid, row, currentCell, onToggle, onStars }: GridRowProps) {
  const { layout, places } = grid
  const style = { transform: `translateY(${layout.rowTop[row] ?? 0}px)`, height: layout.rowHeight[row] ?? 0 }
  const from = layout.rowFrom[row] ?? 0
  const end = layout.rowEnd[row] ?? 0
  if (from === end) {
    const section = places.sections[layout.rowSection[row] ?? 0]
    return (
      <div role="row" aria-rowindex={row + 1} className={styles.row} style={style}>
        {section !== undefined && section.day !== null && (
          <DayHead day={section.day} count={resultsBetween(places, section.from, section.from + section.count)} />
        )}
      </div>
    )
  }
  return (
    <div role="row" aria-rowindex={row + 1} className={styles.row} style={style}>
      {Array.from({ length: end - from }, (_, column) => {
        const place = from + column
        const key = keyAtIndex(places, place)
        const box = { column, start: layout.tileStart[place] ?? 0, width: layout.tileWidth[place] ?? 0 }
        const isCurrent = currentCell !== null && cellIdAtIndex(places, place) === currentCell
        if (key !== null)
          return (
            <LibraryTileCell
              key={key}
              itemKey={key}
              count={resultsBetween(places, place, place + 1)}
              {...box}
              isCurrent={isCurrent}
              onToggle={onToggle}
              onStars={onStars}
            />
          )
        const pendingTile = places.pendingTiles[place]
        if (pendingTile === undefined) return null
        return (
          <MakingTile
            key={pendingTile.key}
            tile={pendingTile}
            hasWords={places.pendingTiles[place - 1]?.taskId !== pendingTile.taskId}
            {...box}
            isCurrent={isCurrent}
          />
        )
      })}
    </div>
  )
})

/** A pending tile with its capability's expected time. */
function MakingTile(props: Omit<Parameters<typeof PendingTileCell>[0], 'expected'>) {
  const usual: ReadonlyMap<string, ExpectedDuration | null> = useTaskSummary(expectedDurationsByCapability, areSameDurations)
  return <PendingTileCell {...props} expected={usual.get(taskStore.get(props.tile.taskId)?.capability ?? '') ?? null} />
}

function DayHead({ day, count }: { readonly day: string; readonly count: number }) {
  const now = useNow(60_000)
  return (
    <div role="gridcell" className={styles.head}>
      <h2>{dayHeadingText(day, now)}</h2>
      {count > 0 && <span className="ink-3 num">{formatCount(count)}</span>}
    </div>
  )
}
