import { useId } from 'react'
import type { BatchPlan } from '../../../shared/batch/batch-plan.ts'
import type { Capability } from '../../../shared/capability.ts'
import { sentences } from '../../../shared/words/join.ts'
import { say } from '../../../shared/words/say.ts'
import { request } from '../../bridge/kiln.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useFailureToast } from '../../ui/toasts.tsx'
import type { Refusal } from '../use-compose-form.ts'
import { BadRows } from './bad-rows.tsx'
import styles from './batch-result.module.css'
import type { BatchWish } from './batch-wish.ts'
import { commonReason, countedRows, countedWords, leaveOneOutWords, sameReasonWords } from './batch-words.ts'
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
    <section aria-label={say('What would be sent')} className={styles.result}>
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
        <ScrollArea label={say('What would be sent')} className={classNames(styles.scroll, count.state === 'counting' && styles.outdated)}>
          <div className={styles.head}>
            <h3 className="head">{countedWords(plan)}</h3>
            {count.state === 'counting' && <span className="small ink-3 num">{progressWords(count)}</span>}
          </div>
          {plan.badRows.length > 0 && <Troubles plan={plan} wish={wish} leavesOut={leavesOut} onLeaveOut={onLeaveOut} />}
          {plan.repeated > 0 && (
            <p className={styles.note}>
              <Icon name="copy" size="s" />
              {plan.way === 'seeds'
                ? say('All rows ask for the same, since this form takes no seed.')
                : say(
                    '{count, plural, one {# row asks} other {# rows ask}} for exactly what another one does. Each is made and paid for.',
                    { count: plan.repeated }
                  )}
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
          {say('{rows} can’t go', { rows: countedRows(badRows.length, plan.way) })}
        </h4>
        <Button
          size="small"
          look="quiet"
          icon="download"
          onClick={() => void request('batch.saveBadRows', { plan: plan.id, name: fileNameFor(wish) }).then(tellFailure)}
        >
          {say('Save with reasons…')}
        </Button>
      </div>
      {reason === null ? <BadRows badRows={badRows} /> : <p className={styles.reason}>{sentences(reason, sameReasonWords(plan.way))}</p>}
      {count > 0 && (
        <div className={styles.leave}>
          <Switch
            label={badRows.length === 1 ? leaveOneOutWords(plan.way) : say('Leave these {count, number} out', { count: badRows.length })}
            help={say('The other {count, number} can go without {left, plural, one {it} other {them}}.', { count, left: badRows.length })}
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
      <p className="ink-2">{missing ?? say('Looking at the rows')}</p>
      <p className="small ink-3 num">
        {count.state === 'counting'
          ? progressWords(count)
          : say('Here stand the rows as they would be sent. Nothing is sent before you say so.')}
      </p>
    </div>
  )
}

function progressWords({ done, total }: Extract<BatchCount, { state: 'counting' }>): string {
  return total === null ? say('counting') : say('looked at {done, number} of {total, number}', { done, total })
}

function spokenWords(count: BatchCount): string {
  return count.state === 'counted' ? countedWords(count.plan) : ''
}

function fileNameFor({ way, table }: BatchWish): string {
  const stem = way === 'table' && table.found !== null ? table.found.name.replace(/\.[^.]+$/, '') : say('Batch')
  return `${say('{stem}, left out', { stem })}.csv`
}
