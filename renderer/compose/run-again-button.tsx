import type { FailedOutcome } from '../../shared/ipc/outcome.ts'
import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import type { Capability } from '../../shared/form/capability.ts'
import { dailyLimitGuard } from '../../shared/task/daily-limit.ts'
import type { SpendingConsent } from '../../shared/task/spending.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { problemsText } from '../../shared/phrases/problem-phrases.ts'
import { createRepeatSubmission } from '../actions/repeat-task.ts'
import { runOnNextFrame } from '../bridge/run-on-next-frame.ts'
import { useAccount, useCapability } from '../bridge/use-session.ts'
import { ignoreSecondPress, sentPauseInMs } from '../ui/ignore-second-press.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnnounce, VisuallyHidden } from '../ui/live-region.tsx'
import { useToast } from '../ui/toasts.tsx'
import type { ValuesOrigin } from '../navigation/form-prefill.ts'
import { openFormFrom } from '../navigation/open-form.ts'
import { spendingGuardText } from '../spending/spending-guard-text.ts'
import { type FormEstimate, sendDelayText } from '../spending/price-text.ts'
import styles from './run-again-button.module.css'
import { DailyLimitBanner, SpendingConfirmation } from '../spending/spending-confirmation.tsx'
import { useFormEstimate } from '../spending/use-form-estimate.ts'
import { useDailyLimitUsage } from '../spending/use-daily-limit-usage.ts'

export type RunAgainButtonProps = { readonly origin: ValuesOrigin }

/** Button that sends the values of a task or a recipe again. The new task is charged like any other. */
export function RunAgainButton(props: RunAgainButtonProps) {
  const capability = useCapability(props.origin.capability)
  if (capability !== null) return <RunOf {...props} capability={capability} />
  return (
    <Button size="big" notReady title={say('The service no longer offers this capability')}>
      {say('Run again')}
    </Button>
  )
}

function RunOf({ origin, capability }: RunAgainButtonProps & { readonly capability: Capability }) {
  const estimate = useFormEstimate(capability, origin.values, true)
  const toast = useToast()
  const announce = useAnnounce()
  const [sending, setSending] = useState<'no' | 'sending' | 'sent'>('no')
  const isSending = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const [refusal, setRefusal] = useState<FailedOutcome | null>(null)
  const account = useAccount()
  const day = useDailyLimitUsage()
  const limit = dailyLimitGuard(estimate.credits, day.committed, day.limit)
  const guards = limit === null ? (refusal?.guards ?? null) : null
  const waiting = account === null ? null : sendDelayText(account)
  const noteId = useId()

  async function send(consent: readonly SpendingConsent[]): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    setSending('sending')
    setRefusal(null)
    const refused = await sendAgain(origin, capability, consent)
    if (refused !== null) {
      setRefusal(refused)
      setSending('no')
      isSending.current = false
      return
    }
    setSending('sent')
    announce(say('Sent again. The task is in the queue.'))
    toast({ title: say('Sent again'), description: say('The task is in the queue.'), icon: 'run-again' })
    setTimeout(() => {
      isSending.current = false
      setSending('no')
    }, sentPauseInMs)
  }
  function cancel(): void {
    setRefusal(null)
    runOnNextFrame(() => button.current?.focus())
  }
  return (
    <>
      {guards === null && (
        <Button
          ref={button}
          size="big"
          price={priceOf(estimate)}
          busy={sending === 'no' ? false : sending === 'sending' ? say('Sending…') : say('Sent')}
          notReady={limit !== null}
          aria-describedby={limit === null && waiting === null ? undefined : noteId}
          onNotReady={() => limit !== null && announce(spendingGuardText(limit, Date.now()).words)}
          onClick={(event) => ignoreSecondPress(() => void send([]))(event)}
        >
          {say('Run again')}
        </Button>
      )}
      {limit !== null && (
        <div id={noteId} className={styles.question}>
          <DailyLimitBanner limit={limit} />
        </div>
      )}
      {limit === null && waiting !== null && (
        <p id={noteId} className={styles.waiting}>
          {waiting}
        </p>
      )}
      {guards !== null && (
        <div className={styles.question}>
          <SpendingConfirmation
            guards={guards}
            label={say('Run again')}
            price={priceOf(estimate)}
            onAgree={(consent) => void send(consent)}
            onCancel={cancel}
          />
        </div>
      )}
      {refusal !== null && refusal.guards === undefined && (
        <div className={styles.question}>
          <Banner
            tone="failed"
            icon="warning"
            title={refusal.message}
            actions={
              // The rejection names a problem that the user has to fix in the form.
              <Button size="small" onClick={() => openFormFrom(origin)}>
                {say('Open the form')}
              </Button>
            }
          >
            {joinSentences(problemsText(refusal.problems), refusal.advice)}
          </Banner>
        </div>
      )}
    </>
  )
}

/**
 * Price for the narrow button, with an icon instead of the word “credits”. While an unknown price is being requested, shows “…”. If the
 * price stays unknown, shows “price unknown”.
 */
function priceOf(estimate: FormEstimate): ReactNode {
  if (estimate.isAsking && estimate.credits === null)
    return (
      <>
        …<VisuallyHidden>{say('checking price…')}</VisuallyHidden>
      </>
    )
  if (estimate.credits === null) return say('price unknown')
  return (
    <span className={styles.price}>
      <Icon name="credits" size="s" />
      {estimate.source === 'service' ? say('about {count, number}', { count: estimate.credits }) : formatCount(estimate.credits)}
      <VisuallyHidden>{say(' credits')}</VisuallyHidden>
    </span>
  )
}

/** Sends the values of `origin` as a new task. Resolves to null if the task was sent, otherwise to the failure. */
async function sendAgain(origin: ValuesOrigin, capability: Capability, consent: readonly SpendingConsent[]): Promise<FailedOutcome | null> {
  const submission = await createRepeatSubmission(origin, capability)
  if ('ok' in submission) return submission
  const outcome = await submission.send(consent)
  return outcome.ok ? null : outcome
}
