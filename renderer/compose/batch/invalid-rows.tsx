import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { InvalidRow } from '../../../shared/form/batch/batch-plan.ts'
import { say } from '../../../shared/i18n/say.ts'
import { batchRowNameText } from '../../../shared/phrases/batch-phrases.ts'
import { problemsText } from '../../../shared/phrases/problem-phrases.ts'
import styles from './batch-preview.module.css'

const maxInSight = 6
const rowHeight = 40

/** List of all rows that can't be sent, each with its name and reasons. Only visible rows are rendered. */
export function InvalidRows({ badRows: invalidRows }: { readonly badRows: readonly InvalidRow[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: invalidRows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6
  })
  return (
    <div
      ref={scroller}
      className={styles.badRows}
      style={{ maxHeight: maxInSight * rowHeight }}
      tabIndex={0}
      role="group"
      aria-label={say('Rows that can’t be sent')}
    >
      <ol
        style={{ height: virtualizer.getTotalSize() }}
        aria-label={say('{count, plural, one {# row} other {# rows}}', { count: invalidRows.length })}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = invalidRows[item.index]
          if (row === undefined) return null
          return (
            <li
              key={row.row}
              ref={virtualizer.measureElement}
              data-index={item.index}
              aria-setsize={invalidRows.length}
              aria-posinset={item.index + 1}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className="strong num">{batchRowNameText(row.name)}</span>
              <span className="ink-2">{problemsText(row.problems)}</span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
