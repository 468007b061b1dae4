import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useId, useRef } from 'react'
import type { CellToFix, InvalidRow } from '../../../shared/form/batch/batch-plan.ts'
import type { CellEdit } from '../../../shared/form/batch/batch-source.ts'
import { joinPhrases } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { batchRowNameText } from '../../../shared/phrases/batch-phrases.ts'
import { problemsText } from '../../../shared/phrases/problem-phrases.ts'
import { SingleLineInput, TextArea } from '../../ui/text-field.tsx'
import { useDraftValue } from '../../ui/use-draft-value.ts'
import { useFocusFallback } from '../../ui/use-focus-fallback.ts'
import styles from './batch-preview.module.css'

const maxInSight = 6
const rowHeight = 40

export type InvalidRowsProps = {
  readonly badRows: readonly InvalidRow[]
  /** Cells that were changed since the rows were checked. */
  readonly edits: readonly CellEdit[]
  /** ID of the element that gets the focus when no row has a cell to fix. */
  readonly focusWhenFixedId: string
  /** Null if the rows can't be edited. */
  readonly onEdit: ((edit: CellEdit) => void) | null
}

/** List of all rows that can't be sent. Shows each row's name, its reasons and its cells to fix. Only visible rows are rendered. */
export function InvalidRows({ badRows: invalidRows, edits, focusWhenFixedId, onEdit }: InvalidRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
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
              <span id={`${id}-${row.row}`} className={styles.reasons}>
                {problemsText(row.problems)}
              </span>
              {onEdit !== null && row.cells.length > 0 && (
                <div className={styles.cells}>
                  {row.cells.map((cell) => (
                    <CellInput
                      key={cell.column}
                      cell={cell}
                      rowName={batchRowNameText(row.name)}
                      reasonId={`${id}-${row.row}`}
                      text={edits.find((edit) => edit.row === cell.row && edit.column === cell.column)?.text ?? cell.text}
                      focusWhenFixedId={focusWhenFixedId}
                      onEdit={onEdit}
                    />
                  ))}
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/**
 * Text input for a cell to fix. The text is applied when the focus leaves the input. In a single-line input, Enter also applies the text.
 * The rows are then checked again.
 */
function CellInput({
  cell,
  rowName,
  reasonId,
  text,
  focusWhenFixedId,
  onEdit
}: {
  readonly cell: CellToFix
  readonly rowName: string
  readonly reasonId: string
  readonly text: string
  readonly focusWhenFixedId: string
  readonly onEdit: (edit: CellEdit) => void
}) {
  const { row, column, label } = cell
  const box = useRef<HTMLDivElement>(null)
  const draft = useDraftValue({
    saved: text,
    problemOf: () => null,
    save: async (value) => {
      onEdit({ row, column, from: cell.text, text: value })
      return Promise.resolve(true)
    }
  })
  // Finds the cell that gets the focus when a fixed cell leaves the list.
  const nextOf = useCallback(() => {
    const inputs = [...document.querySelectorAll<HTMLElement>('[data-cell-of]')]
    return inputs.find((input) => Number(input.dataset['cellOf']) >= row) ?? inputs.at(-1) ?? document.getElementById(focusWhenFixedId)
  }, [row, focusWhenFixedId])
  useFocusFallback(box, nextOf)
  const props = {
    'data-cell-of': row,
    'aria-label': joinPhrases(label, rowName),
    'aria-describedby': reasonId,
    'aria-invalid': true,
    placeholder: label,
    value: draft.shown
  } as const
  return (
    <div ref={box} {...draft.groupProps}>
      {text.includes('\n') ? (
        <TextArea {...props} rows={2} onChange={({ target }) => draft.edit(target.value)} />
      ) : (
        <SingleLineInput {...props} onChange={({ target }) => draft.edit(target.value)} />
      )}
    </div>
  )
}
