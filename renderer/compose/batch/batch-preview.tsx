import { useId, useRef, useState } from 'react'
import type { BatchPlan } from '../../../shared/form/batch/batch-plan.ts'
import type { CellEdit } from '../../../shared/form/batch/batch-source.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { joinSentences } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { request } from '../../bridge/kiln.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useFailureToast } from '../../ui/toasts.tsx'
import { InvalidRows } from './invalid-rows.tsx'
import styles from './batch-preview.module.css'
import type { BatchInput } from './batch-input.ts'
import { commonReason, rowCountText, sendableRowsText, skipRowText, sameReasonText } from './batch-text.ts'
import { useFocusFallbackById } from '../../ui/use-focus-fallback.ts'
import { PlannedRows } from './planned-rows.tsx'
import type { BatchPlanState } from './use-batch-plan.ts'

/** ID of the heading above the rows. It gets the focus when the last row with a problem is fixed. */
const rowsHeadId = 'batch-rows'

export type BatchPreviewProps = {
  readonly capability: Capability
  readonly batchRequest: BatchInput
  readonly count: BatchPlanState
  /** Returns to the rows that an error has replaced. Null if no rows were replaced. */
  readonly onKeepPrevious: (() => void) | null
  readonly skipsInvalid: boolean
  readonly onSkipInvalid: (leave: boolean) => void
  /** Changes a cell of the table for this batch. */
  readonly onEdit: (edit: CellEdit) => void
  readonly onUndoEdits: () => void
}

/** Preview of a batch's rows. Lists every row that can't be sent, with its reasons. Then shows the first rows as they would be sent. */
export function BatchPreview(props: BatchPreviewProps) {
  const { capability, count, onKeepPrevious } = props
  const refused = count.state === 'refused' ? count : null
  const plan = count.state === 'counted' ? count.plan : count.state === 'counting' ? count.before : null
  return (
    <section aria-label={say('Row preview')} className={styles.result}>
      <LiveRegion>{spokenText(count)}</LiveRegion>
      {refused !== null ? (
        <div className={styles.alone}>
          <Banner
            tone="failed"
            icon="warning"
            title={refused.message}
            actions={onKeepPrevious === null ? undefined : <Button onClick={onKeepPrevious}>{say('Keep previous rows')}</Button>}
          >
            {refused.advice}
          </Banner>
        </div>
      ) : plan === null ? (
        <Waiting count={count} />
      ) : (
        <ScrollArea label={say('Row preview')} className={classNames(styles.scroll, count.state === 'counting' && styles.outdated)}>
          <div className={styles.head}>
            <h3 id={rowsHeadId} tabIndex={-1} className="head">
              {sendableRowsText(plan)}
            </h3>
            {count.state === 'counting' && <span className="small ink-3 num">{progressWords(count)}</span>}
          </div>
          {plan.badRows.length > 0 && <Troubles {...props} plan={plan} />}
          {plan.editedCells > 0 && <EditedCells count={plan.editedCells} onUndo={props.onUndoEdits} />}
          {plan.repeated > 0 && (
            <p className={styles.note}>
              <Icon name="copy" size="s" />
              {plan.way === 'seeds'
                ? say('All rows are identical, because this form has no seed.')
                : say('{count, plural, one {# row is a duplicate} other {# rows are duplicates}}. Each row is generated and charged.', {
                    count: plan.repeated
                  })}
            </p>
          )}
          <PlannedRows plan={plan} capability={capability} />
        </ScrollArea>
      )}
    </section>
  )
}

/** Says that cells were changed for this batch, and offers to undo the changes. */
function EditedCells({ count, onUndo }: { readonly count: number; readonly onUndo: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useFocusFallbackById(box, rowsHeadId)
  return (
    <div ref={box} className={styles.edited}>
      <Icon name="pencil" size="s" />
      <p>
        {say('{count, plural, one {# cell was changed} other {# cells were changed}} for this batch. Your file stays the same.', { count })}
      </p>
      <Button size="small" variant="quiet" onClick={onUndo}>
        {say('Undo changes')}
      </Button>
    </div>
  )
}

/**
 * Counts the rows that can't be sent, and offers to skip them. On request, lists the rows with their reasons and saves the list as a file.
 */
function Troubles({
  plan,
  batchRequest,
  skipsInvalid,
  onSkipInvalid,
  onEdit
}: Pick<BatchPreviewProps, 'batchRequest' | 'skipsInvalid' | 'onSkipInvalid' | 'onEdit'> & { readonly plan: BatchPlan }) {
  const tellFailure = useFailureToast()
  const headId = useId()
  const { badRows: invalidRows, count } = plan
  // Collapsed by default, so that the rows stay visible in a small window. Expanded if no rows can be sent, because there is nothing else
  // to show.
  const [chosen, setIsOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? count === 0
  const canFix = invalidRows.some(({ cells }) => cells.length > 0)
  const reason = count === 0 && invalidRows.length > 1 && !canFix ? commonReason(invalidRows) : null
  return (
    <section aria-labelledby={headId} className={styles.troubles}>
      <div className={styles.troublesHead}>
        <Icon name="warning" size="s" className={styles.warning} />
        <h4 id={headId} className="strong">
          {say('{rows} can’t be sent', { rows: rowCountText(invalidRows.length, plan.way) })}
        </h4>
        <Button
          size="small"
          variant="quiet"
          trailingIcon={isOpen ? 'chevron-up' : 'chevron-down'}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? say('Hide reasons') : say('Show reasons')}
        </Button>
        <span className="grow" />
        {count > 0 && (
          <Switch
            label={
              invalidRows.length === 1
                ? skipRowText(plan.way)
                : say('Skip these {rows}', { rows: rowCountText(invalidRows.length, plan.way) })
            }
            checked={skipsInvalid}
            onChange={onSkipInvalid}
          />
        )}
      </div>
      {isOpen && (
        <>
          {reason === null ? (
            <InvalidRows
              key={batchRequest.table.found?.table}
              badRows={invalidRows}
              edits={batchRequest.table.edits}
              focusWhenFixedId={rowsHeadId}
              onEdit={batchRequest.way === 'table' ? onEdit : null}
            />
          ) : (
            <p className={styles.reason}>{joinSentences(reason, sameReasonText(plan.way))}</p>
          )}
          <div className={styles.save}>
            <Button
              size="small"
              variant="quiet"
              icon="download"
              onClick={() => void request('batch.saveBadRows', { plan: plan.id, name: fileNameFor(batchRequest) }).then(tellFailure)}
            >
              {say('Save error list…')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

function Waiting({ count }: { readonly count: BatchPlanState }) {
  return (
    <div className={styles.waiting}>
      {count.state === 'counting' ? (
        <>
          <p className="ink-2">{say('Checking rows…')}</p>
          <p className="small ink-3 num">{progressWords(count)}</p>
        </>
      ) : (
        <p className="ink-3">{say('Rows to be sent appear here. Nothing is sent until you confirm.')}</p>
      )}
    </div>
  )
}

function progressWords({ done, total }: Extract<BatchPlanState, { state: 'counting' }>): string {
  return total === null ? say('Counting rows…') : say('Checked {done, number} of {total, number} rows', { done, total })
}

function spokenText(count: BatchPlanState): string {
  return count.state === 'counted' ? sendableRowsText(count.plan) : ''
}

function fileNameFor({ way, table }: BatchInput): string {
  const stem = way === 'table' && table.found !== null ? table.found.name.replace(/\.[^.]+$/, '') : say('Batch')
  return `${say('{stem} errors', { stem })}.csv`
}
