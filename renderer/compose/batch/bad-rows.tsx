import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { BadRow } from '../../../shared/batch/batch-plan.ts'
import { sentences } from '../../../shared/words/join.ts'
import { say, sayAgain } from '../../../shared/words/say.ts'
import styles from './batch-result.module.css'

const mostInSight = 6
const rowHeight = 40

/** Every row that can't go, by name, with all its reasons. Of thousands only those in sight are drawn. */
export function BadRows({ badRows }: { readonly badRows: readonly BadRow[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: badRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6
  })
  return (
    <div
      ref={scroller}
      className={styles.badRows}
      style={{ maxHeight: mostInSight * rowHeight }}
      tabIndex={0}
      role="group"
      aria-label={say('Rows that can’t go')}
    >
      <ol style={{ height: virtualizer.getTotalSize() }} aria-label={say('{count} rows', { count: badRows.length })}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = badRows[item.index]
          if (row === undefined) return null
          return (
            <li
              key={row.row}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={badRows.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className="strong num">{sayAgain(row.name)}</span>
              <span className="ink-2">{sentences(...row.problems)}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
