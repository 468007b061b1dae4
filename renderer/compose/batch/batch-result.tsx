import { useId } from 'react'
import type { BatchPlan } from '../../../shared/batch/batch-plan.ts'
import type { Capability } from '../../../shared/capability.ts'
import { request } from '../../bridge/kiln.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { countWords } from '../../ui/figures.ts'
import { Icon } from '../../ui/icon.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useFailureToast } from '../../ui/toasts.tsx'
import type { Refusal } from '../use-compose-form.ts'
import { BadRows } from './bad-rows.tsx'
import styles from './batch-result.module.css'
import type { BatchWish } from './batch-wish.ts'
import { commonReason, counted, countedWords, rowWord } from './batch-words.ts'
import { PlannedRows } from './planned-rows.tsx'
import type { BatchCount } from './use-batch-count.ts'

export type BatchResultProps = {
  readonly capability: Capability
  readonly wish: BatchWish
  /** What has to be filled in before anything can be counted; null: nothing. */
  readonly missing: string | null
  readonly count: BatchCount
  readonly trouble: Refusal | null
  readonly leavesOut: boolean
  readonly onLeaveOut: (leave: boolean) => void
}

/** What comes of the wish: every row that can't go with its reasons, and the first rows as they would be sent. */
export function BatchResult({ capability, wish, missing, count, trouble, leavesOut, onLeaveOut }: BatchResultProps) {
  const refused = trouble ?? (count.state === 'refused' ? count : null)
  const plan = count.state === 'counted' ? count.plan : count.state === 'counting' ? count.before : null
  return (
    <section aria-label="What would be sent" className={styles.result}>
      <LiveRegion>{spokenWords(count)}</LiveRegion>
      {refused !== null ? (
        <div className={styles.alone}>
          <Banner tone="failed" icon="warning" title={refused.message}>
            {refused.advice}
          </Banner>
        </div>
      ) : plan === null ? (
        <Waiting missing={missing} count={count} />
      ) : (
        <ScrollArea label="What would be sent" className={classNames(styles.scroll, count.state === 'counting' && styles.outdated)}>
          <div className={styles.head}>
            <h3 className="head">{countedWords(plan)}</h3>
            {count.state === 'counting' && <span className="small ink-3 num">{progressWords(count)}</span>}
          </div>
          {plan.badRows.length > 0 && <Troubles plan={plan} wish={wish} leavesOut={leavesOut} onLeaveOut={onLeaveOut} />}
          {plan.repeated > 0 && (
            <p className={styles.note}>
              <Icon name="copy" size="s" />
              {plan.way === 'seeds'
                ? 'All rows ask for the same, since this form takes no seed.'
                : `${counted(plan.repeated, 'row')} ${plan.repeated === 1 ? 'asks' : 'ask'} for exactly what another one does. Each is made and paid for.`}
            </p>
          )}
          <PlannedRows plan={plan} capability={capability} />
        </ScrollArea>
      )}
    </section>
  )
}

/** Rows that can't go: why, and the two ways on. */
function Troubles({
  plan,
  wish,
  leavesOut,
  onLeaveOut
}: {
  readonly plan: BatchPlan
  readonly wish: BatchWish
  readonly leavesOut: boolean
  readonly onLeaveOut: (leave: boolean) => void
}) {
  const tellFailure = useFailureToast()
  const headId = useId()
  const { badRows, count } = plan
  const reason = count === 0 && badRows.length > 1 ? commonReason(badRows) : null
  return (
    <section aria-labelledby={headId} className={styles.troubles}>
      <div className={styles.troublesHead}>
        <Icon name="warning" size="s" className={styles.warning} />
        <h4 id={headId} className="strong grow">
          {counted(badRows.length, rowWord(plan.way))} can’t go
        </h4>
        <Button
          size="small"
          look="quiet"
          icon="download"
          onClick={() => void request('batch.saveBadRows', { plan: plan.id, name: fileNameFor(wish) }).then(tellFailure)}
        >
          Save with reasons…
        </Button>
      </div>
      {reason === null ? (
        <BadRows badRows={badRows} />
      ) : (
        <p className={styles.reason}>
          {reason} The same stands in the way of every {rowWord(plan.way)}.
        </p>
      )}
      {count > 0 && (
        <div className={styles.leave}>
          <Switch
            label={badRows.length === 1 ? `Leave this ${rowWord(plan.way)} out` : `Leave these ${countWords(badRows.length)} out`}
            help={`The other ${countWords(count)} can go without ${badRows.length === 1 ? 'it' : 'them'}.`}
            checked={leavesOut}
            onChange={onLeaveOut}
          />
        </div>
      )}
    </section>
  )
}

function Waiting({ missing, count }: { readonly missing: string | null; readonly count: BatchCount }) {
  return (
    <div className={styles.waiting}>
      <p className="ink-2">{missing ?? 'Looking at the rows'}</p>
      <p className="small ink-3 num">
        {count.state === 'counting'
          ? progressWords(count)
          : 'Here stand the rows as they would be sent. Nothing is sent before you say so.'}
      </p>
    </div>
  )
}

function progressWords({ done, total }: Extract<BatchCount, { state: 'counting' }>): string {
  return total === null ? 'counting' : `looked at ${countWords(done)} of ${countWords(total)}`
}

function spokenWords(count: BatchCount): string {
  return count.state === 'counted' ? countedWords(count.plan) : ''
}

function fileNameFor({ way, table }: BatchWish): string {
  const stem = way === 'table' && table.found !== null ? table.found.name.replace(/\.[^.]+$/, '') : 'Batch'
  return `${stem}, left out.csv`
}
