import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { dailyLimitGuard } from '../../shared/task/daily-limit.ts'
import type { Task } from '../../shared/task/task.ts'
import { useCapabilityMap } from '../bridge/use-session.ts'
import { DailyLimitBanner } from '../spending/spending-confirmation.tsx'
import { useDailyLimitUsage } from '../spending/use-daily-limit-usage.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatCredits } from '../ui/format.ts'
import { useToast } from '../ui/toasts.tsx'
import styles from './retry-dialog.module.css'
import type { RetryPlan } from './retry-failed.ts'
import { planRetries, sendRetries } from './retry-failed.ts'

type RetryDialogProps = { readonly tasks: readonly Task[]; readonly onClose: () => void }

/** Asks once, with the total price, before all failed tasks are sent again. */
export function RetryDialog({ tasks, onClose }: RetryDialogProps) {
  const capabilities = useCapabilityMap()
  const [plan, setPlan] = useState<RetryPlan | null>(null)
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void planRetries(tasks, capabilities).then(setPlan)
  }, [tasks, capabilities])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Retry all failed')}
      description={say('Kiln sends each task again with the same values. Each one is charged as a new task.')}
    >
      <div className={styles.body}>
        {plan === null ? (
          <p role="status" className="ink-2">
            {say('Checking the price…')}
          </p>
        ) : (
          <Question plan={plan} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function Question({ plan, onClose }: { readonly plan: RetryPlan; readonly onClose: () => void }) {
  const { retries, failures } = plan
  const [isSending, setIsSending] = useState(false)
  const hasSent = useRef(false)
  const toast = useToast()
  const { committed, limit } = useDailyLimitUsage()
  const known = retries.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
  const isKnown = retries.every(({ credits }) => credits !== null)
  const guard = dailyLimitGuard(isKnown ? known : null, committed, limit)

  async function send(): Promise<void> {
    // Ignores the second press of a double click, so that nothing is sent twice.
    if (hasSent.current) return
    hasSent.current = true
    setIsSending(true)
    const result = await sendRetries(plan)
    onClose()
    if (result.sent > 0)
      toast({
        title: say('{count, plural, one {# task} other {# tasks}} added to the queue', { count: result.sent }),
        icon: 'run-again'
      })
    if (result.failures.length > 0) toast({ ...failureWords(result.failures), tone: 'failed', icon: 'warning' })
  }

  return (
    <>
      {failures.length > 0 && <FailureBanner failures={failures} />}
      {guard !== null && <DailyLimitBanner limit={guard} />}
      {guard === null && retries.length > 0 && (
        <Button
          variant="go"
          size="big"
          wide
          price={priceText(known, isKnown)}
          busy={isSending && say('Sending…')}
          onClick={() => void send()}
        >
          {say('Retry {count, plural, one {# task} other {# tasks}}', { count: retries.length })}
        </Button>
      )}
      <Button size="big" wide onClick={onClose}>
        {say('Cancel')}
      </Button>
    </>
  )
}

function priceText(known: number, isKnown: boolean): ReactNode {
  if (isKnown) return formatCredits(known)
  return known === 0 ? say('price unknown') : say('at least {credits}', { credits: formatCredits(known) })
}

function FailureBanner({ failures }: { readonly failures: RetryPlan['failures'] }) {
  const { title, description } = failureWords(failures)
  return (
    <Banner tone="failed" icon="warning" title={title}>
      {description}
    </Banner>
  )
}

/** Lists each reason only once, because many tasks fail for the same reason. */
function failureWords(failures: RetryPlan['failures']): { readonly title: string; readonly description: string } {
  return {
    title: say('{count, plural, one {# task} other {# tasks}} can’t be sent', { count: failures.length }),
    description: joinSentences(...new Set(failures.flatMap(({ message, advice }) => [message, advice])))
  }
}
