import type { FailedOutcome } from '../../../shared/ipc/outcome.ts'
import { useId, useRef } from 'react'
import type { BatchPlan } from '../../../shared/form/batch/batch-plan.ts'
import type { Capability } from '../../../shared/form/capability.ts'
import { capitalize } from '../../../shared/form/fields/format-value.ts'
import type { SpendingConsent } from '../../../shared/task/spending.ts'
import { joinSentences } from '../../../shared/i18n/join.ts'
import { say } from '../../../shared/i18n/say.ts'
import { runOnNextFrame } from '../../bridge/run-on-next-frame.ts'
import { ignoreSecondPress } from '../../ui/ignore-second-press.ts'
import { useNow } from '../../ui/use-now.ts'
import { useAccount } from '../../bridge/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LiveRegion, useAnnounce } from '../../ui/live-region.tsx'
import { spendingGuardText } from '../../spending/spending-guard-text.ts'
import { DailyLimitBanner, SpendingConfirmation } from '../../spending/spending-confirmation.tsx'
import { useDailyLimitUsage } from '../../spending/use-daily-limit-usage.ts'
import styles from './batch-dialog.module.css'
import { batchSubmitLabel, batchLimitGuard, batchPriceText, batchPriceBreakdownText } from './batch-text.ts'
import type { BatchPlanState } from './use-batch-plan.ts'
import { submitLabelWithoutCount } from '../submit-label.ts'

export type BatchFooterProps = {
  readonly capability: Capability
  readonly count: BatchPlanState
  readonly missing: string | null
  readonly skipsInvalid: boolean
  readonly refusal: FailedOutcome | null
  readonly isSending: boolean
  readonly onSend: (consent?: readonly SpendingConsent[]) => void
  readonly onCancel: () => void
}

/**
 * Footer of the batch dialog. Shows how the total price is calculated, and what happens next. The send button shows the count and the
 * price.
 */
export function BatchFooter({ capability, count, missing, skipsInvalid, refusal, isSending, onSend, onCancel }: BatchFooterProps) {
  const announce = useAnnounce()
  const account = useAccount()
  const reasonId = useId()
  const plan = count.state === 'counted' ? count.plan : null
  const now = useNow(60_000)
  const day = useDailyLimitUsage()
  const unready = whyNot(count, missing, skipsInvalid)
  const limit = plan === null || unready !== null ? null : batchLimitGuard(plan, day)
  const guards = limit === null ? refusal?.guards : undefined
  const reason = unready ?? (limit === null ? null : spendingGuardText(limit, now).title)
  const button = useRef<HTMLButtonElement>(null)
  const price = plan === null || plan.count === 0 ? undefined : batchPriceText(plan)
  const words = plan === null || plan.count === 0 ? submitLabelWithoutCount(capability.output) : batchSubmitLabel(capability, plan)
  function cancel(): void {
    onCancel()
    runOnNextFrame(() => button.current?.focus())
  }
  const press = ignoreSecondPress(() => onSend())
  return (
    <footer className={styles.foot}>
      {limit !== null && (
        <div className={styles.refusal}>
          <DailyLimitBanner limit={limit} />
        </div>
      )}
      {refusal !== null && refusal.guards === undefined && (
        <div className={styles.refusal}>
          <Banner tone="failed" icon="warning" title={refusal.message}>
            {refusal.advice}
          </Banner>
        </div>
      )}
      <div className={styles.after}>
        <div id={reasonId} className="ink-2 num">
          {reason ?? (plan === null ? '' : batchPriceBreakdownText(plan))}
        </div>
        <div className="small ink-3">
          {joinSentences(
            account?.connection?.isPractice === true ? say('Practice service: credits are simulated and cost nothing.') : null,
            say('Each row becomes a separate task. You can cancel unsent tasks in the queue at any time.')
          )}
        </div>
      </div>
      {guards === undefined ? (
        <Button
          ref={button}
          variant="go"
          size="big"
          price={price}
          className={styles.go}
          busy={isSending ? say('Sending…') : false}
          notReady={reason !== null}
          aria-describedby={reasonId}
          onNotReady={() => announce(reason ?? '')}
          onClick={press}
        >
          {words}
        </Button>
      ) : (
        <div className={styles.refusal}>
          <SpendingConfirmation guards={guards} label={words} price={price} onAgree={onSend} onCancel={cancel} />
        </div>
      )}
      <LiveRegion>{plan === null || reason !== null ? '' : spokenPrice(plan)}</LiveRegion>
    </footer>
  )
}

function spokenPrice(plan: BatchPlan): string {
  const price = batchPriceText(plan)
  return plan.credits.unknownRows === plan.count ? capitalize(price) : say('Price: {price}', { price })
}

function whyNot(count: BatchPlanState, missing: string | null, skipsInvalid: boolean): string | null {
  if (missing !== null) return missing
  if (count.state === 'refused') return count.message
  if (count.state !== 'counted') return say('Checking rows…')
  const { count: good, badRows: invalidRows } = count.plan
  if (good === 0) return say('No rows are ready to send.')
  return invalidRows.length > 0 && !skipsInvalid ? say('Fix the rows that can’t be sent, or skip them.') : null
}
