import type { PlannedRow, ShownBatchPlan } from '../../../shared/form/batch/batch-plan.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { say } from '../../../shared/i18n/say.ts'
import { batchRowNameText } from '../../../shared/phrases/batch-phrases.ts'
import { VisuallyHidden } from '../../ui/live-region.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatCount } from '../../ui/format.ts'
import { ImageFrame } from '../../ui/image-frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './batch-preview.module.css'

/** Table of the first rows: the values that differ between rows, and each row's price. */
export function PlannedRows({ plan, capability }: { readonly plan: ShownBatchPlan; readonly capability: Capability }) {
  const all = plan.count + plan.badRows.length
  const hasNames = plan.way === 'table' || plan.columns.length === 0
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={say('First rows for {title}', { title: capability.title })}>
        <thead>
          <tr>
            {hasNames && <th scope="col">{say('Row')}</th>}
            {plan.columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className={styles.figure}>
              {say('Credits')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.rows.map((row, rowPlace) => (
            <tr key={row.row} className={classNames(row.isBad && styles.bad)}>
              {hasNames && <th scope="row">{batchRowNameText(row.name)}</th>}
              {row.cells.map((cell, place) => (
                // A cell has no identity other than its column.
                // oxlint-disable-next-line react/no-array-index-key
                <td key={place} title={cell}>
                  <Cell text={cell} picture={plan.pictures[rowPlace]?.[place] ?? null} isBad={row.isBad} />
                </td>
              ))}
              <td className={styles.figure}>
                <Verdict row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {all > plan.rows.length && <p className={styles.more}>{say('and {count, number} more', { count: all - plan.rows.length })}</p>}
    </div>
  )
}

function Cell({ text, picture, isBad }: { readonly text: string; readonly picture: string | null; readonly isBad: boolean }) {
  if (text === '' && !isBad) return <span className="ink-3">{say('from the form')}</span>
  if (picture === null) return text
  return (
    <span className={styles.file}>
      <ImageFrame src={picture} alt="" icon="file" isLazy className={styles.thumb} />
      <span className="cut">{text}</span>
    </span>
  )
}

function Verdict({ row }: { readonly row: PlannedRow }) {
  if (row.isBad) {
    return (
      <>
        <Icon name="warning" size="s" className={styles.warning} />
        <VisuallyHidden>{say('can’t be sent')}</VisuallyHidden>
      </>
    )
  }
  return row.credits === null ? <span className="ink-3">{say('price known when done')}</span> : <>{formatCount(row.credits)}</>
}
