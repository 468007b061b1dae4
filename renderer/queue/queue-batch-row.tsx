import type { Batch } from '../../shared/form/batch/batch.ts'
import type { Capability } from '../../shared/form/capability.ts'
import { mediaPaths } from '../../shared/library/media-paths.ts'
import { request } from '../bridge/kiln.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { MediaCover } from '../ui/media-cover.tsx'
import { StatusLabel } from '../ui/status-label.tsx'
import { useFailureToast } from '../ui/toasts.tsx'
import type { BatchSummary } from './batch-groups.ts'
import { batchConfirmationText } from './batch-confirmation-text.ts'
import { isBatchFinished } from './batch-groups.ts'
import styles from './queue-batch-row.module.css'
import { batchDetailText, batchProgressParts, batchAppearance, batchTitle } from './batch-text.ts'
import { SendConfirmationPanel } from './send-confirmation-panel.tsx'
import rowStyles from './task-row.module.css'
import { rowButtonId } from './task-row.tsx'
import { taskIdsToHide } from './task-ids-to-hide.ts'
import { creditSumText } from '../tasks/credit-sum.ts'
import { useTaskActions } from '../tasks/use-task-actions.ts'

export type BatchAction = 'batch.stop' | 'batch.resume'

export type QueueBatchRowProps = {
  readonly id: string
  /** Undefined until this window has received the batch. */
  readonly batch: Batch | undefined
  /** Name of the batch's account. Null if all tasks in the queue belong to one account. */
  readonly accountName: string | null
  readonly sum: BatchSummary
  readonly capability: Capability | null
  readonly isOnline: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onFocus: () => void
}

/** A batch on one line: progress, credits and a stop button. While the batch is open, its tasks are listed below. */
export function QueueBatchRow({ id, batch, accountName, sum, capability, isOnline, isOpen, onToggle, onFocus }: QueueBatchRowProps) {
  const { cancelRest, hide } = useTaskActions()
  const tellFailure = useFailureToast()
  const isStopped = batch?.isStopped ?? false
  const { tone, icon, label } = batchAppearance(sum, isStopped, isOnline)
  const title = batchTitle(batch, sum)
  const details = batchDetailText(sum, isStopped, isOnline)
  const credits = creditSumText(sum)
  const { askingKind } = sum
  const isOver = isBatchFinished(sum)
  const cancelRestLabel = say('Cancel {waiting, plural, one {# unsent task} other {# unsent tasks}}', { waiting: sum.waiting })
  // While tasks need a confirmation, the confirmation panel has the cancel button.
  const canCancelBelow = sum.waiting > 0 && sum.asking === 0
  const ask = (name: BatchAction): void => void request(name, { id }).then(tellFailure)
  return (
    <article aria-label={title} className={classNames(rowStyles.row, isOpen && rowStyles.open, styles.batch)}>
      <div className={rowStyles.line}>
        <button
          type="button"
          id={rowButtonId(id)}
          data-task={id}
          aria-expanded={isOpen}
          aria-label={joinSentences(
            say('Batch: {title}.', { title }),
            say('{words}.', { words: label }),
            details === '' ? null : say('{words}.', { words: details }),
            credits.sentence
          )}
          className={rowStyles.disclosure}
          onClick={onToggle}
          onFocus={onFocus}
        />
        <div className={styles.pile}>
          {sum.coverId === null || sum.coverMedium === null ? (
            <div className={rowStyles.thumb}>
              <Icon name="batch" size="l" />
            </div>
          ) : (
            <MediaCover
              medium={sum.coverMedium}
              thumbnail={mediaPaths.thumbnail(sum.coverId)}
              source={mediaPaths.result(sum.coverId)}
              className={rowStyles.fill}
            />
          )}
        </div>
        <div className={rowStyles.name}>
          <div dir="auto" className="strong cut">
            {title}
          </div>
          <div dir="auto" className="small ink-3 cut">
            {[capability?.title ?? batch?.capability, say('batch of {count, number}', { count: sum.count }), accountName]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
        <StatusLabel tone={tone === 'done' ? 'plain' : tone} icon={icon}>
          {label}
        </StatusLabel>
        <div className={rowStyles.time}>
          <Progress sum={sum} />
          <div className="cut">{details}</div>
        </div>
        <div className={classNames(rowStyles.credits, !credits.isSure && rowStyles.unsure)} title={credits.sentence}>
          {credits.words}
        </div>
        <div className={rowStyles.action}>
          {sum.waiting > 0 && (
            <Button size="small" onClick={() => ask(isStopped ? 'batch.resume' : 'batch.stop')}>
              {isStopped ? say('Resume') : say('Stop')}
            </Button>
          )}
        </div>
        <Icon name="chevron-right" size="s" className={rowStyles.chevron} />
      </div>
      {askingKind !== null && (
        <div className={styles.question}>
          <SendConfirmationPanel
            words={batchConfirmationText({ kind: askingKind, count: sum.asking, before: sum.priceBefore, now: sum.priceNow })}
            cancel={cancelRestLabel}
            onAgree={askingKind === 'limit' ? undefined : () => void request('batch.agree', { id, question: askingKind }).then(tellFailure)}
            onCancel={() => cancelRest(id)}
          />
        </div>
      )}
      {isOpen && (canCancelBelow || isOver) && (
        <div className={styles.actions}>
          {canCancelBelow && (
            <Button size="small" variant="quiet" icon="undo" onClick={() => cancelRest(id)}>
              {cancelRestLabel}
            </Button>
          )}
          {isOver && (
            <Button size="small" variant="quiet" icon="hide" onClick={() => hide(taskIdsToHide(id))}>
              {say('Hide all')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

/** Progress bar of a batch. Hidden from screen readers, because the text next to the bar says the same. */
function Progress({ sum }: { readonly sum: BatchSummary }) {
  const parts = batchProgressParts(sum)
  return (
    <div className={styles.progress} aria-hidden="true">
      {parts.map(({ name, count }) => (
        <span key={name} className={styles[name]} style={{ flexGrow: count }} />
      ))}
    </div>
  )
}
