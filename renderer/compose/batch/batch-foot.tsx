import { type MouseEvent, useId } from 'react'
import type { Capability } from '../../../shared/capability.ts'
import type { SpendingConsent } from '../../../shared/spending.ts'
import { sentences } from '../../../shared/words/join.ts'
import { say } from '../../../shared/words/say.ts'
import { useAccount } from '../../bridge/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { LiveRegion, useAnnounce } from '../../ui/live-region.tsx'
import { SpendingQuestion } from '../spending-question.tsx'
import type { Refusal } from '../use-compose-form.ts'
import styles from './batch-dialog.module.css'
import { batchGoWords, batchPriceWords, batchSumWords } from './batch-words.ts'
import type { BatchCount } from './use-batch-count.ts'
import { makeWords } from '../go-words.ts'

export type BatchFootProps = {
  readonly capability: Capability
  readonly count: BatchCount
  readonly missing: string | null
  readonly leavesOut: boolean
  readonly refusal: Refusal | null
  readonly isSending: boolean
  readonly onSend: (consent?: readonly SpendingConsent[]) => void
  readonly onOpenTask: (id: string) => void
  readonly onOpenAccount: () => void
}

/** How it comes to the sum, what happens after, and the one button with count and price. */
export function BatchFoot({
  capability,
  count,
  missing,
  leavesOut,
  refusal,
  isSending,
  onSend,
  onOpenTask,
  onOpenAccount
}: BatchFootProps) {
  const announce = useAnnounce()
  const account = useAccount()
  const reasonId = useId()
  const plan = count.state === 'counted' ? count.plan : null
  const reason = whyNot(count, missing, leavesOut)
  // The second press of a double click must not be a second order.
  function press(event: MouseEvent): void {
    if (event.detail < 2) onSend()
  }
  return (
    <footer className={styles.foot}>
      {refusal?.guards !== undefined && (
        <div className={styles.refusal}>
          <SpendingQuestion guards={refusal.guards} onAgree={onSend} onOpenTask={onOpenTask} onOpenAccount={onOpenAccount} />
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
          {reason ?? (plan === null ? '' : batchSumWords(plan))}
        </div>
        <div className="small ink-3">
          {sentences(
            account?.connection?.isPractice === true ? say('Practice: no real credits.') : null,
            say('Each row is a task of its own. The queue shows them together; there you can stop what is not sent, at any time.')
          )}
        </div>
      </div>
      <Button
        look="go"
        size="big"
        price={plan === null || plan.count === 0 ? undefined : batchPriceWords(plan)}
        className={styles.go}
        busy={isSending ? say('Sending') : false}
        notReady={reason !== null}
        aria-describedby={reasonId}
        onNotReady={() => announce(reason ?? '')}
        onClick={press}
      >
        {plan === null || plan.count === 0 ? makeWords(capability.output) : batchGoWords(capability, plan)}
      </Button>
      <LiveRegion>{plan === null || reason !== null ? '' : say('Price: {price}', { price: batchPriceWords(plan) })}</LiveRegion>
    </footer>
  )
}

function whyNot(count: BatchCount, missing: string | null, leavesOut: boolean): string | null {
  if (missing !== null) return missing
  if (count.state === 'refused') return count.message
  if (count.state !== 'counted') return say('The rows are being looked at.')
  const { count: good, badRows } = count.plan
  if (good === 0) return say('None of the rows can go yet.')
  return badRows.length > 0 && !leavesOut ? say('Mend the rows that can’t go, or leave them out.') : null
}
